import { Digest } from 'multiformats/hashes/digest'
import { readVarint } from '../../go/numbers/varint.ts'

const MIN_BYTES = 2
const MAX_DIGEST_BYTES = 2 ** 31 - 1

/**
 * Reads the multihash at a position of bytes, as go-multihash does and with its error messages.
 *
 * @returns the multihash and the position after it
 */
export function readMultihash (bytes: Uint8Array, start = 0): { multihash: Digest<number, number>; next: number } {
  if (bytes.length - start < MIN_BYTES) {
    throw new Error('multihash too short. must be >= 2 bytes')
  }

  const code = readVarint(bytes, start)
  const length = readVarint(bytes, code.next)

  if (length.value > MAX_DIGEST_BYTES) {
    throw new Error('digest too long, supporting only <= 2^31-1')
  }

  const next = length.next + length.value

  if (next > bytes.length) {
    throw new Error('length greater than remaining number of bytes in buffer')
  }

  return {
    multihash: new Digest(code.value, length.value, bytes.subarray(length.next, next), bytes.subarray(start, next)),
    next
  }
}
