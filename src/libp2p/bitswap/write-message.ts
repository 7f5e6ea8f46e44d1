import { concatBytes } from '../../bytes/concat-bytes.ts'
import { bytesField, lengthPrefixed, varintField } from '../../bytes/protobuf/protobuf-writer.ts'
import { varintLength } from '../../bytes/protobuf/varint.ts'
import type { BitswapMessage, WantEntry } from './message.ts'

const FLAG_BYTES = 2

/** A message as its protobuf, with its length before it, as it goes over a stream. */
export function writeMessage ({ full, wants, blocks, presences, pendingBytes }: BitswapMessage): Uint8Array {
  const parts: Uint8Array[] = []

  if (wants.length > 0 || full) {
    const list = [...wants.flatMap((entry) => bytesField(1, writeEntry(entry))), ...flagField(2, full)]
    parts.push(...bytesField(1, ...list))
  }

  for (const { prefix, data } of blocks) {
    parts.push(...bytesField(3, ...bytesField(1, prefix), ...bytesField(2, data)))
  }

  for (const { cid, have } of presences) {
    parts.push(...bytesField(4, ...bytesField(1, cid.bytes), ...flagField(2, !have)))
  }

  if (pendingBytes > 0) {
    parts.push(varintField(5, Math.min(pendingBytes, 2 ** 31 - 1)))
  }

  return concatBytes(lengthPrefixed(parts))
}

/** Returns the bytes that a block takes in a message. */
export function blockFieldBytes (prefixBytes: number, dataBytes: number): number {
  return fieldBytes(fieldBytes(prefixBytes) + fieldBytes(dataBytes))
}

/** Returns the bytes that a presence takes in a message. */
export function presenceFieldBytes (cidBytes: number): number {
  return fieldBytes(fieldBytes(cidBytes) + FLAG_BYTES)
}

/** A field with a small number: its tag, its length and its content. */
function fieldBytes (contentBytes: number): number {
  return 1 + varintLength(contentBytes) + contentBytes
}

function writeEntry ({ cid, priority, cancel, have, sendDontHave }: WantEntry): Uint8Array {
  return concatBytes([
    ...bytesField(1, cid.bytes),
    ...priority > 0 ? [varintField(2, priority)] : [],
    ...flagField(3, cancel),
    ...flagField(4, have),
    ...flagField(5, sendDontHave)
  ])
}

function flagField (id: number, is: boolean): Uint8Array[] {
  return is ? [varintField(id, 1)] : []
}
