import type { CID } from 'multiformats/cid'
import { ticksUntil } from '../../async/timers/ticks-until.ts'
import type { JobProgress } from '../../jobs/job-state.ts'
import type { JobCall } from '../../jobs/jobs.ts'
import { pinAdd as pinJob } from '../../jobs/kinds/pin-add.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { shape } from '../../rpc/command/output.ts'
import { once, stream } from '../../rpc/command/result.ts'
import { checkPinName } from '../shared/pin-name.ts'

/** Kubo `core/commands/pin/pin.go` */
const PROGRESS_INTERVAL_MS = 500

interface PinAddOutput {
  Pins?: string[]
  /** blocks and bytes that are stored so far */
  Progress?: number
  Bytes?: number
}

export const pinAdd = command({
  help: {
    tagline: 'Pin objects, so that they are kept.',
    description:
      'Keeps the blocks that the paths lead to, and by default all below them, from being collected. What is missing is fetched first. ' +
      'A pin can have a name; pinning again gives it another one.'
  },
  errors: [
    { ask: 'arg=$CID', says: 'pin: block was not found locally (offline): ipld: could not find $CID' }
  ],
  args: { paths: argument.string('ipfs-path', 'What to pin.', { variadic: true, stdin: true }) },
  options: {
    recursive: option.bool('recursive,r', 'Pin what the objects link to as well.', { default: true }),
    name: option.string('name,n', 'A name for the pins.'),
    progress: option.bool('progress', 'Tell how many blocks and bytes are here, while it goes on.')
  },
  output: shape('AddPinOutput', 'Pins?:[]string Progress?:int Bytes?:uint64'),

  async run ({ paths, recursive, name = '', progress }, { node, cids, wantsOffline: offline, signal, deadline }) {
    checkPinName(name)
    const { encode } = cids
    const start = (): JobCall<CID[]> =>
      node.jobs.run(pinJob(node, { paths, mode: recursive ? 'recursive' : 'direct', name, offline }), {
        signal,
        until: deadline
      })

    if (progress !== true) {
      return once<PinAddOutput>({ Pins: (await start().result).map(encode) })
    }

    return stream((async function* (): AsyncGenerator<PinAddOutput> {
      const job = start()

      for await (const _ of ticksUntil(job.result, PROGRESS_INTERVAL_MS)) {
        yield told(job.progress)
      }

      // In Kubo the timeout takes precedence over the error of the pinning.
      const pins = await job.result.catch((err: unknown) => {
        signal.throwIfAborted()
        throw err
      })

      if (job.progress.blocks > 0) {
        yield told(job.progress)
      }

      yield { Pins: pins.map(encode) }
    })())
  },

  text: ({ Pins = [] }, { recursive }) =>
    Pins.map((pin) => `pinned ${pin} ${recursive ? 'recursively' : 'directly'}\n`).join('')
})

function told ({ blocks, bytes }: JobProgress): PinAddOutput {
  return { Progress: blocks, Bytes: bytes }
}
