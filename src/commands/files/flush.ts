import { command } from '../../rpc/command/command.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { optionalPath } from './shared/shared-options.ts'

export const filesFlush = command({
  help: {
    tagline: 'Flush changes to durable storage.',
    description:
      'Writes changes that were made with flush=false, at a path and below it, and returns the CID of the path.'
  },
  errors: [
    { ask: 'arg=/a', says: 'file does not exist' }
  ],
  args: { path: optionalPath },
  output: outputShape('flushRes', 'Cid:string'),

  async run ({ path = '/' }, { node, blocks, cids, signal }) {
    const { cid } = await node.mfs.flush(path, { blocks, signal })
    return singleResult({ Cid: cids.encode(cid) })
  }
})
