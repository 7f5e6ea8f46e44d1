import { latin1 } from '../../bytes/signature.ts'

const HEADER_BYTES = 512
const CHECKSUM_AT = 148
const CHECKSUM_END = 156
const SPACE = 0x20

/**
 * Whether the bytes start with a tar header. Tar variants share no mark, but the header has a checksum (POSIX pax,
 * "ustar").
 */
export function isTar (bytes: Uint8Array): boolean {
  if (bytes.length < HEADER_BYTES) {
    return false
  }

  const recorded = latin1(bytes, CHECKSUM_AT, CHECKSUM_END).replace(/[ \0]/g, '')

  if (!/^[0-7]+$/.test(recorded)) {
    return false
  }

  let sum = 0

  for (let i = 0; i < HEADER_BYTES; i++) {
    sum += i >= CHECKSUM_AT && i < CHECKSUM_END ? SPACE : bytes[i]
  }

  return parseInt(recorded, 8) === sum
}
