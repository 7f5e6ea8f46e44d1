import { cidEncoder } from '../../cid/text/cid-encoder.ts'
import { followsNewerKubo } from '../../config/follows-newer-kubo.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { resolveText } from '../shared/open-path.ts'
import { blockStatShape } from './block-stat.ts'

export const blockStat = command({
  help: { tagline: 'Show the size of a block.' },
  differs: ['`cid-base` is ignored, as in Kubo 0.40, unless `Version.KuboAnswers` is `0.43`.'],
  errors: [
    { ask: 'arg=$CID', says: 'block was not found locally (offline): ipld: could not find $CID' }
  ],
  args: { path: argument.string('cid', 'The CID of the block, or a path to it.', { stdin: true }) },
  output: blockStatShape,

  async run ({ path }, context) {
    const { encode } = followsNewerKubo(context.node.config) ? context.cids : cidEncoder(undefined, undefined)
    const { cid } = await resolveText(path, context)
    return singleResult({ Key: encode(cid), Size: await context.blocks.size(cid, context) })
  },

  text: ({ Key, Size }) => `Key: ${Key}\nSize: ${Size}\n`
})
