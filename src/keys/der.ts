import { concatBytes } from '../bytes/concat-bytes.ts'

export const DER = { integer: 0x02, octets: 0x04, null: 0x05, oid: 0x06, sequence: 0x30 } as const

/** A value of ASN.1 in DER: its tag and its content, which of a sequence are values again. */
export interface DerValue { tag: number, content: Uint8Array }

/** The values that stand one after the other in `bytes`. @throws an Error where they are cut or have a form that keys do not have */
export function readDer (bytes: Uint8Array): DerValue[] {
  const values: DerValue[] = []

  for (let at = 0; at < bytes.length;) {
    const tag = bytes[at]
    let length = bytes[at + 1]
    at += 2

    if (length >= 0x80) {
      const lengthBytes = bytes.subarray(at, at + length - 0x80)

      // four bytes are 4 GiB; 0x80 alone is the indefinite form, which DER does not have
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

/** A value of ASN.1 in DER, its content the parts one after the other. */
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
