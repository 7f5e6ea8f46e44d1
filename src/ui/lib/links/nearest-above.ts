import { pathParts } from './mfs-path.ts'

/**
 * Finds the nearest existing ancestor of a path that does not exist, by binary search.
 *
 * @param least - number of parts of the shortest path: 0 for a tree of its own, 2 for `/ipfs/CID`
 * @param isThere - returns whether a path exists; its ancestors then exist too
 * @returns undefined if no ancestor exists
 */
export async function nearestAbove (
  path: string,
  { least, isThere }: { least: number; isThere: (path: string) => Promise<boolean> }
): Promise<string | undefined> {
  const parts = pathParts(path)
  const upTo = (count: number): string => `/${parts.slice(0, count).join('/')}`
  let there = least - 1
  let missing = parts.length

  while (missing - there > 1) {
    const middle = Math.floor((there + missing) / 2)
    if (await isThere(upTo(middle))) {
      there = middle
    } else {
      missing = middle
    }
  }

  return there < least ? undefined : upTo(there)
}
