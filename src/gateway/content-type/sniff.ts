import { binaryType } from './binary-types.ts'
import { isText, textType } from './text-type.ts'

/** How much of a file is looked at; what Kubo's library looks at. */
export const SNIFF_BYTES = 3072

/**
 * The media type of a file by its first bytes (mimesniff.spec.whatwg.org, widened by the formats that the library which Kubo
 * uses tells apart): `application/octet-stream` where nothing is known.
 *
 * @param whole - the bytes are the whole file
 */
export function sniff (bytes: Uint8Array, whole: boolean): string {
  const head = bytes.length > SNIFF_BYTES ? bytes.subarray(0, SNIFF_BYTES) : bytes
  return binaryType(head) ?? (isText(head) ? textType(head, whole && head.length === bytes.length) : 'application/octet-stream')
}
