import { equals } from 'multiformats/bytes'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import { hash } from '../../cid/hash/hash.ts'

/** A row of a datastore. Without a value, it was deleted. */
export interface CopiedRow {
  key: string
  value: Uint8Array | undefined
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const MAGIC = encoder.encode('swipfs1\n')
const SUM_BYTES = 32
const DELETED = 0xffffffff
/** The lengths of key and value, in bytes. */
const HEAD_BYTES = 8

/**
 * Encodes rows as a self-verifying file: magic, rows (length of key, length of value, key, value), SHA-256 of all of
 * it.
 */
export async function encodeRecord (rows: readonly CopiedRow[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [MAGIC]

  for (const { key, value } of rows) {
    const name = encoder.encode(key)
    const head = new DataView(new ArrayBuffer(HEAD_BYTES))
    head.setUint32(0, name.byteLength)
    head.setUint32(4, value?.byteLength ?? DELETED)
    parts.push(new Uint8Array(head.buffer), name, ...value == null ? [] : [value])
  }

  const bytes = concatBytes(parts)
  return concatBytes([bytes, (await hash(bytes)).digest])
}

/** Decodes the rows of a file. Returns undefined if the file is incomplete or corrupt. */
export async function decodeRecord (file: Uint8Array): Promise<CopiedRow[] | undefined> {
  const end = file.byteLength - SUM_BYTES
  const bytes = file.subarray(0, Math.max(end, 0))

  if (
    end < MAGIC.byteLength || !equals(bytes.subarray(0, MAGIC.byteLength), MAGIC) ||
    !equals((await hash(bytes)).digest, file.subarray(end))
  ) {
    return undefined
  }

  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const rows: CopiedRow[] = []

  for (let at = MAGIC.byteLength; at < end;) {
    const nameEnd = at + HEAD_BYTES + view.getUint32(at)
    const length = view.getUint32(at + 4)
    const valueEnd = length === DELETED ? nameEnd : nameEnd + length
    rows.push({
      key: decoder.decode(bytes.subarray(at + HEAD_BYTES, nameEnd)),
      value: length === DELETED ? undefined : bytes.slice(nameEnd, valueEnd)
    })
    at = valueEnd
  }

  return rows
}
