import type { CID } from 'multiformats/cid'
import { ticksUntil } from '../../async/timers/ticks-until.ts'
import type { JobCall } from '../../jobs/job-options.ts'
import type { JobProgress } from '../../jobs/job-state.ts'
import { pinAdd as pinJob } from '../../jobs/kinds/pin-add.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult, streamResult } from '../../rpc/command/result.ts'
import { announcePins, pinOptions } from '../shared/fast-provide.ts'
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
    tagline: 'Pin content.',
    description:
      'Protects the blocks of the paths, by default with all their descendants, from garbage collection. Missing ' +
      'blocks are fetched first. A pin can have a name. Pinning again replaces the name, or removes it without name.'
  },
  errors: [
    { ask: 'arg=$CID', says: 'pin: block was not found locally (offline): ipld: could not find $CID' }
  ],
  args: { paths: argument.string('ipfs-path', 'Paths to pin.', { variadic: true, stdin: true }) },
  options: {
    recursive: option.bool('recursive,r', 'Pin all descendants too.', { default: true }),
    name: option.string('name,n', 'Name of the pins.'),
    progress: option.bool('progress', 'Return progress: the number of blocks and bytes that are stored.'),
    ...pinOptions
  },
  output: outputShape('AddPinOutput', 'Pins?:[]string Progress?:int Bytes?:uint64'),

  async run ({ paths, recursive, name = '', progress, ...input }, context) {
    const { node, cids, wantsOffline: offline, signal, deadline } = context
    checkPinName(name)
    const { encode } = cids
    const start = (): JobCall<CID[]> =>
      node.jobs.run(pinJob(node, { paths, mode: recursive ? 'recursive' : 'direct', name, offline }), {
        signal,
        until: deadline
      })

    if (progress !== true) {
      const pins = await start().result
      await announcePins(pins, input, context)
      return singleResult<PinAddOutput>({ Pins: pins.map(encode) })
    }

    return streamResult((async function* (): AsyncGenerator<PinAddOutput> {
      const job = start()

      for await (const _ of ticksUntil(job.result, PROGRESS_INTERVAL_MS)) {
        yield progressValue(job.progress)
      }

      // In Kubo the timeout takes precedence over the error of the pinning.
      const pins = await job.result.catch((err: unknown) => {
        signal.throwIfAborted()
        throw err
      })

      if (job.progress.blocks > 0) {
        yield progressValue(job.progress)
      }

      await announcePins(pins, input, context)
      yield { Pins: pins.map(encode) }
    })())
  },

  text: ({ Pins = [] }, { recursive }) =>
    Pins.map((pin) => `pinned ${pin} ${recursive ? 'recursively' : 'directly'}\n`).join('')
})

function progressValue ({ blocks, bytes }: JobProgress): PinAddOutput {
  return { Progress: blocks, Bytes: bytes }
}
