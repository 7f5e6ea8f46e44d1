import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { bytesResult } from '../../rpc/command/result.ts'
import { resolveText } from '../shared/open-path.ts'

/** Media type of a raw block. */
const RAW_BLOCK = 'application/vnd.ipld.raw'

export const blockGet = command({
  help: { tagline: 'Get the bytes of a block.' },
  differs: [
    'A missing block is an immediate error if the request is offline. With peers, the node waits for it until timeout.'
  ],
  errors: [
    { ask: 'arg=$CID', says: 'block was not found locally (offline): ipld: could not find $CID' }
  ],
  args: { path: argument.string('cid', 'The CID of the block, or a path to it.', { stdin: true }) },
  answersBytes: true,

  async run ({ path }, context) {
    const { cid } = await resolveText(path, context)
    return bytesResult([await context.blocks.get(cid, context)], { contentType: RAW_BLOCK })
  }
})
