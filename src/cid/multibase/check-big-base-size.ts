/** The size limit, far above the size of any CID or key. */
const MAX_KIB = 16

/**
 * Limits the size of texts in bases whose radix is no power of two. Their encoding time is quadratic in the length: a
 * text of 512 KiB, which fits into a URL, would block the worker for minutes. Kubo has no limit, but threads.
 *
 * @param bytes - the number of bytes to encode or decode
 * @throws an Error if they are too many
 */
export function checkBigBaseSize (bytes: number): void {
  if (bytes > MAX_KIB * 1024) {
    throw new Error(`no more than ${MAX_KIB}KiB are read or written in base36 and base58`)
  }
}
