import type { References } from '../../blocks/references/references.ts'
import { rawCid } from '../../cid/hash/multihash-key.ts'
import type { CidEncoder } from '../../cid/text/cid-encoder.ts'
import { command } from '../../rpc/command/command.ts'
import { streamResult } from '../../rpc/command/result.ts'
import { refShape, refText } from '../shared/ref.ts'
import { referencesOf } from './references-of.ts'

export const filestoreDups = command({
  help: { tagline: 'List blocks that are in both the filestore and the blockstore.' },
  output: refShape,
  run: (_, { node, cids, signal }) => streamResult(duplicateRefs(referencesOf(node), cids, signal)),
  text: refText
})

async function* duplicateRefs (
  references: References,
  cids: CidEncoder,
  signal: AbortSignal
): AsyncGenerator<{ Ref: string; Err: string }> {
  for await (const multihash of references.multihashes({ signal })) {
    if (await references.isStored(multihash)) {
      yield { Ref: cids.encode(rawCid(multihash)), Err: '' }
    }
  }
}
