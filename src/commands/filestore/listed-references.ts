import type { References } from '../../blocks/references/references.ts'
import { inFileOrder } from './in-file-order.ts'
import { listedReference, namedReference } from './listed-reference.ts'
import type { ListRes } from './listed-reference.ts'

interface ListOptions {
  /** those that are asked for; all when there are none */
  cids: string[]
  fileOrder: boolean | undefined
  /** read what is referred to and compare it; done in any case with those that are asked for */
  verify: boolean
  signal: AbortSignal
}

/** The lines of `filestore/ls` and `filestore/verify` (Kubo `core/commands/filestore.go`). */
export async function * listedReferences (references: References, { cids, fileOrder, verify, signal }: ListOptions): AsyncGenerator<ListRes> {
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
