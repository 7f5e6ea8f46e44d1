import { decodeReference, encodeReference } from '../../blocks/references/reference.ts'
import type { ListedReference } from '../../blocks/references/references.ts'
import { SortedRows } from '../../bytes/sorted-rows.ts'
import { multihashFromKey, multihashKey } from '../../cid/hash/multihash-key.ts'
import { compareStrings } from '../../go/text/compare-strings.ts'

/** Digits of the largest safe integer. */
const OFFSET_DIGITS = 16

/** Yields references sorted by file and offset; unreadable ones come first. */
export async function* inFileOrder (references: AsyncIterable<ListedReference>): AsyncGenerator<ListedReference> {
  const rows = new SortedRows(compareStrings)
  const decoder = new TextDecoder()

  for await (const { multihash, reference } of references) {
    const order = reference == null ? '' : `${reference.path}\0${String(reference.offset).padStart(OFFSET_DIGITS, '0')}`
    rows.add(
      `${order}\0${multihashKey(multihash)}`,
      reference == null ? '' : decoder.decode(encodeReference(reference))
    )
  }

  const encoder = new TextEncoder()

  for (const [key, row] of rows) {
    const multihash = multihashFromKey(key.slice(row === '' ? 1 : key.indexOf('\0') + 1 + OFFSET_DIGITS + 1))
    yield { multihash, reference: row === '' ? undefined : decodeReference(encoder.encode(row)) }
  }
}
