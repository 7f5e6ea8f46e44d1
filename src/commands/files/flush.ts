import { command } from '../../rpc/command/command.ts'
import { shape } from '../../rpc/command/output.ts'
import { once } from '../../rpc/command/result.ts'
import { optionalPath } from './shared-options.ts'

export const filesFlush = command({
  help: {
    tagline: 'Write out what was changed.',
    description:
      'Makes changes that were made with flush=false durable, at a path and below, and answers the CID that is there.'
  },
  errors: [
    { ask: 'arg=/a', says: 'file does not exist' }
  ],
  args: { path: optionalPath },
  output: shape('flushRes', 'Cid:string'),

  async run ({ path = '/' }, { node, blocks, cids, signal }) {
    const { cid } = await node.mfs.flush(path, { blocks, signal })
    return once({ Cid: cids.encode(cid) })
  }
})
