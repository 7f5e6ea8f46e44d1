import { concatBytes } from '../../bytes/concat-bytes.ts'
import { varintLength, writeVarint } from '../../bytes/varint.ts'
import type { BitswapMessage, WantEntry } from './message.ts'

const VARINT = 0
const BYTES = 2

/** A message as its protobuf, with its length before it, as it goes over a stream. */
export function writeMessage ({ full, wants, blocks, presences, pendingBytes }: BitswapMessage): Uint8Array {
  const parts: Uint8Array[] = []

  if (wants.length > 0 || full) {
    const list = [...wants.flatMap((entry) => field(1, writeEntry(entry))), ...flag(2, full)]
    parts.push(...field(1, ...list))
  }

  for (const { prefix, data } of blocks) {
    parts.push(...field(3, ...field(1, prefix), ...field(2, data)))
  }

  for (const { cid, have } of presences) {
    parts.push(...field(4, ...field(1, cid.bytes), ...flag(2, !have)))
  }

  if (pendingBytes > 0) {
    parts.push(number(5, Math.min(pendingBytes, 2 ** 31 - 1)))
  }

  return concatBytes([varint(lengthOf(parts)), ...parts])
}

function writeEntry ({ cid, priority, cancel, have, sendDontHave }: WantEntry): Uint8Array {
  return concatBytes([...field(1, cid.bytes), ...priority > 0 ? [number(2, priority)] : [], ...flag(3, cancel), ...flag(4, have), ...flag(5, sendDontHave)])
}

/** Bytes with their tag and length before them. */
function field (id: number, ...content: Uint8Array[]): Uint8Array[] {
  return [varint(id * 8 + BYTES), varint(lengthOf(content)), ...content]
}

function flag (id: number, is: boolean): Uint8Array[] {
  return is ? [number(id, 1)] : []
}

function number (id: number, value: number): Uint8Array {
  return concatBytes([varint(id * 8 + VARINT), varint(value)])
}

function varint (value: number): Uint8Array {
  const bytes = new Uint8Array(varintLength(value))
  writeVarint(bytes, 0, value)
  return bytes
}

function lengthOf (parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
}
