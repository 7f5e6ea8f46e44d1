import { brotliCompressSync, constants } from 'node:zlib'

/**
 * Returns the bytes that a file takes on the wire from a host that compresses with brotli.
 *
 * @param {Uint8Array} content
 */
export function transferSize (content) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  return brotliCompressSync(content, { params }).byteLength
}
