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
    description: 'Writes all blocks of a DAG as a CARv1, each once, in depth-first order.'
  },
  differs: [
    'If the root value is a link, it is followed (Kubo: exports one block).'
  ],
  errors: [
    { ask: 'arg=$CID', says: 'block was not found locally (offline): ipld: could not find $CID' }
  ],
  args: { root: argument.string('root', 'CID or path of the root.', { stdin: true }) },
  // Kubo's command line shows the progress bar; over HTTP the received bytes are the progress.
  options: { progress: option.bool('progress,p', 'Show progress (command line only).') },
  answersBytes: true,

  async run ({ root }, { blocks, signal, resolveName }) {
    return await unlessEof(async () => {
      const { cid } = await resolvePath(parsePathOrCid(root), { blocks, signal, resolveName })
      await blocks.get(cid, { signal }) // a missing root is an error before the answer starts
      return bytesResult(writeCar([cid], exportWalk(cid, { blocks, signal })), { contentType: CAR_TYPE })
    })
  }
})
