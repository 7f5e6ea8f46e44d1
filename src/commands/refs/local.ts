import { command } from '../../rpc/command/command.ts'
import { streamResult } from '../../rpc/command/result.ts'
import { refShape, refText } from '../shared/ref.ts'
import type { Ref } from '../shared/ref.ts'

export const refsLocal = command({
  help: {
    tagline: 'List every local block.',
    description:
      'Returns the CID of every local block. The store does not record codecs, so all are CIDv1 with the codec raw.'
  },
  output: refShape,
  text: refText,

  run: (_, { node, signal, cids: { encode } }) =>
    streamResult((async function* (): AsyncGenerator<Ref> {
      for await (const cid of node.blockstore.keys({ signal })) {
        yield { Ref: encode(cid), Err: '' }
      }
    })())
})
