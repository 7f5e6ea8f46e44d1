import { blockReader } from '../../blocks/reader/block-reader.ts'
import { writeCar } from '../../car/write-car.ts'
import { exportWalk } from '../../dag/export-walk.ts'
import { parsePathOrCid } from '../../path/content-path.ts'
import { resolvePath } from '../../path/resolve-path.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { bytesResult } from '../../rpc/command/result.ts'
import { unlessEof } from './unless-eof.ts'

const CAR_TYPE = 'application/vnd.ipld.car'

export const dagExport = command({
  help: {
    tagline: 'Stream a DAG as a CAR.',
    description: 'Writes all blocks of a DAG as a CARv1, each once, in depth-first order. With local-only the CAR is ' +
      'partial: blocks that are not local or not readable are left out, with their descendants.'
  },
  differs: [
    'If the root value is a link, it is followed (Kubo: exports one block).'
  ],
  errors: [
    { ask: 'arg=$CID', says: 'block was not found locally (offline): ipld: could not find $CID' }
  ],
  args: { root: argument.string('root', 'CID or path of the root.', { stdin: true }) },
  // Kubo's command line shows the progress bar; over HTTP the received bytes are the progress.
  options: {
    progress: option.bool('progress,p', 'Show progress (command line only).'),
    localOnly: option.bool('local-only', 'Write only blocks that are local. Implies offline.', { since: '0.42' })
  },
  answersBytes: true,

  async run ({ root, localOnly: isPartial }, context) {
    const { node, given, signal, resolveName } = context

    if (isPartial === true && given?.offline != null && !context.wantsOffline) {
      throw new Error(
        '--local-only implies --offline and cannot be combined with --offline=false; please drop one of them'
      )
    }

    const blocks = isPartial === true ? blockReader(node.blockstore, undefined) : context.blocks

    return await unlessEof(async () => {
      const { cid } = await resolvePath(parsePathOrCid(root), { blocks, signal, resolveName })
      await blocks.get(cid, { signal }) // a missing root is an error before the answer starts
      return bytesResult(writeCar([cid], exportWalk(cid, { blocks, signal, isPartial })), { contentType: CAR_TYPE })
    })
  }
})
