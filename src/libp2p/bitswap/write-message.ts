import { concatBytes } from '../../bytes/concat-bytes.ts'
import { bytesField, lengthPrefixed, varintField } from '../../bytes/protobuf-writer.ts'
import type { BitswapMessage, WantEntry } from './message.ts'

/** A message as its protobuf, with its length before it, as it goes over a stream. */
export function writeMessage ({ full, wants, blocks, presences, pendingBytes }: BitswapMessage): Uint8Array {
  const parts: Uint8Array[] = []

  if (wants.length > 0 || full) {
    const list = [...wants.flatMap((entry) => bytesField(1, writeEntry(entry))), ...flag(2, full)]
    parts.push(...bytesField(1, ...list))
  }

  for (const { prefix, data } of blocks) {
    parts.push(...bytesField(3, ...bytesField(1, prefix), ...bytesField(2, data)))
  }

  for (const { cid, have } of presences) {
    parts.push(...bytesField(4, ...bytesField(1, cid.bytes), ...flag(2, !have)))
  }

  if (pendingBytes > 0) {
    parts.push(varintField(5, Math.min(pendingBytes, 2 ** 31 - 1)))
  }

  return concatBytes(lengthPrefixed(parts))
}

function writeEntry ({ cid, priority, cancel, have, sendDontHave }: WantEntry): Uint8Array {
  return concatBytes([...bytesField(1, cid.bytes), ...priority > 0 ? [varintField(2, priority)] : [], ...flag(3, cancel), ...flag(4, have), ...flag(5, sendDontHave)])
}

function flag (id: number, is: boolean): Uint8Array[] {
  return is ? [varintField(id, 1)] : []
}
