import { pathParts } from './mfs-path.ts'

/**
 * Where a path that leads nowhere leads to as far as it does: asked as often as its length has binary digits.
 *
 * @param least - as many parts make the shortest path: none for a tree of its own, 2 for `/ipfs/CID`
 * @param isThere - whether something is at a path; whatever is above it is there too then
 * @returns undefined where nothing of it is there
 */
export async function nearestAbove (path: string, { least, isThere }: { least: number, isThere: (path: string) => Promise<boolean> }): Promise<string | undefined> {
  const parts = pathParts(path)
  const upTo = (count: number): string => `/${parts.slice(0, count).join('/')}`
  let there = least - 1
  let missing = parts.length

  while (missing - there > 1) {
    const middle = Math.floor((there + missing) / 2)
    if (await isThere(upTo(middle))) there = middle
    else missing = middle
  }

  return there < least ? undefined : upTo(there)
}
