import { binaryType } from './binary-types.ts'
import { isText, textType } from './text-type.ts'

/** The number of bytes that are inspected, as in Kubo's library. */
export const SNIFF_BYTES = 3072

/**
 * Returns the media type of a file by its first bytes: by mimesniff.spec.whatwg.org and the additional formats that
 * Kubo's library recognizes. Returns `application/octet-stream` if none matches.
 *
 * @param isComplete - whether the bytes are the whole file
 */
export function sniff (bytes: Uint8Array, isComplete: boolean): string {
  const head = bytes.length > SNIFF_BYTES ? bytes.subarray(0, SNIFF_BYTES) : bytes
  return binaryType(head) ??
    (isText(head) ? textType(head, isComplete && head.length === bytes.length) : 'application/octet-stream')
}
