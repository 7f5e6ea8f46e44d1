import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { resolveText } from '../shared/open-path.ts'
import { blockStatShape } from './block-stat.ts'

export const blockStat = command({
  help: { tagline: 'Show the size of a block.' },
  errors: [
    { ask: 'arg=$CID', says: 'block was not found locally (offline): ipld: could not find $CID' }
  ],
  args: { path: argument.string('cid', 'The CID of the block, or a path to it.', { stdin: true }) },
  output: blockStatShape,

  async run ({ path }, context) {
    const { cid } = await resolveText(path, context)
    return singleResult({ Key: cid.toString(), Size: await context.blocks.size(cid, context) })
  },

  text: ({ Key, Size }) => `Key: ${Key}\nSize: ${Size}\n`
})
