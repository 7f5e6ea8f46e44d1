import type { References } from '../../blocks/references/references.ts'
import { inFileOrder } from './in-file-order.ts'
import { listedReference, namedReference } from './listed-reference.ts'
import type { ListRes } from './listed-reference.ts'

interface ListOptions {
  /** requested CIDs; all if empty */
  cids: string[]
  fileOrder: boolean | undefined
  /** whether to read and compare the referenced data; requested CIDs are always compared */
  verify: boolean
  signal: AbortSignal
}

/** Yields the lines of `filestore/ls` and `filestore/verify` (Kubo `core/commands/filestore.go`). */
export async function* listedReferences (
  references: References,
  { cids, fileOrder, verify, signal }: ListOptions
): AsyncGenerator<ListRes> {
  for (const cid of cids) {
    yield await namedReference(references, cid, signal)
  }

  if (cids.length > 0) {
    return
  }

  const listed = references.list({ signal })

  for await (const reference of fileOrder === true ? inFileOrder(listed) : listed) {
    yield await listedReference(references, reference, { verify, signal })
  }
}
