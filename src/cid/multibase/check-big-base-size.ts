/** No CID or key is nearly as long. */
const MAX_KIB = 16

/**
 * The time that a base takes whose radix is no power of two grows with the square of the length: a text of half a MiB,
 * as it fits into one URL, would hold everybody up for minutes. Kubo has no limit, and threads.
 *
 * @param bytes - that are read or written
 * @throws an Error when they are too many
 */
export function checkBigBaseSize (bytes: number): void {
  if (bytes > MAX_KIB * 1024) {
    throw new Error(`no more than ${MAX_KIB}KiB are read or written in base36 and base58`)
  }
}
