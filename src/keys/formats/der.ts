import { concatBytes } from '../../bytes/concat-bytes.ts'

export const DER = { integer: 0x02, bits: 0x03, octets: 0x04, null: 0x05, oid: 0x06, sequence: 0x30 } as const

/** An ASN.1 value in DER: its tag and its content. The content of a sequence contains values again. */
export interface DerValue {
  tag: number
  content: Uint8Array
}

/**
 * Parses consecutive values.
 *
 * @throws an Error if they are truncated, or have a form that keys never have
 */
export function readDer (bytes: Uint8Array): DerValue[] {
  const values: DerValue[] = []

  for (let at = 0; at < bytes.length;) {
    const tag = bytes[at]
    let length = bytes[at + 1]
    at += 2

    if (length >= 0x80) {
      const lengthBytes = bytes.subarray(at, at + length - 0x80)

      // Four bytes allow 4 GiB. 0x80 alone is the indefinite form, which DER does not allow.
      if (lengthBytes.length === 0 || lengthBytes.length > 4) {
        throw new Error('asn1: structure error: length has no definite form')
      }

      at += lengthBytes.length
      length = lengthBytes.reduce((sum, byte) => sum * 256 + byte, 0)
    }

    if (length === undefined || at + length > bytes.length) {
      throw new Error('asn1: syntax error: data truncated')
    }

    values.push({ tag, content: bytes.subarray(at, at + length) })
    at += length
  }

  return values
}

/** Encodes an ASN.1 value in DER, with the concatenated parts as content. */
export function writeDer (tag: number, ...parts: Uint8Array[]): Uint8Array {
  const content = concatBytes(parts)
  return concatBytes([Uint8Array.of(tag, ...lengthBytes(content.length)), content])
}

function lengthBytes (length: number): number[] {
  if (length < 0x80) {
    return [length]
  }

  const bytes: number[] = []

  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) {
    bytes.unshift(rest % 256)
  }

  return [0x80 + bytes.length, ...bytes]
}
