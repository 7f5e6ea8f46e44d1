/** Timeout for deletions of segments, which happen after the answers. */
const REST_MS = 30_000
const LOOK_EVERY_MS = 250

/**
 * Waits until no segments are left.
 *
 * @param list - returns the names of the segments
 * @param place - where they are, for the fault
 * @returns the fault, if some stay
 */
export async function segmentsLeft (list: () => Promise<string[]>, place: string): Promise<string[]> {
  const until = Date.now() + REST_MS
  let left = await list()

  while (left.length > 0 && Date.now() < until) {
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_EVERY_MS)
    })
    left = await list()
  }

  return left.length === 0 ? [] : [`${left.length} segments stay in the ${place}, as ${left[0]}`]
}
