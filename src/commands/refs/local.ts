import { cidText } from '../../cid/cid-text.ts'
import { command } from '../../rpc/command.ts'
import { stream } from '../../rpc/result.ts'
import { refShape, refText } from './ref.ts'
import type { Ref } from './ref.ts'

export const refsLocal = command({
  help: {
    tagline: 'List every local block.',
    description:
      'Answers the CID of every block of the local store. The store knows no codecs, so all are of codec raw and version 1.'
  },
  output: refShape,
  text: refText,

  run: (_, { node, signal }) =>
    stream((async function* (): AsyncGenerator<Ref> {
      for await (const cid of node.blockstore.keys({ signal })) {
        yield { Ref: cidText(cid), Err: '' }
      }
    })())
})
