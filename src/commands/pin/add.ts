import type { CID } from 'multiformats/cid'
import { pinRoot } from '../../pins/pin-root.ts'
import type { PinMode } from '../../pins/pin-store.ts'
import { argument } from '../../rpc/argument.ts'
import { command } from '../../rpc/command.ts'
import type { Context } from '../../rpc/context.ts'
import { errorMessage } from '../../go/error-message.ts'
import { option } from '../../rpc/option.ts'
import { shape } from '../../rpc/output.ts'
import { once, stream } from '../../rpc/result.ts'
import { resolveText } from '../shared/open-path.ts'
import { checkPinName } from '../shared/pin-name.ts'
import { ticksUntil } from '../../async/ticks-until.ts'

/** Kubo `core/commands/pin/pin.go` */
const PROGRESS_INTERVAL_MS = 500

interface PinAddOutput {
  Pins?: string[]
  /** blocks and bytes that are here so far */
  Progress?: number
  Bytes?: number
}

interface PinAllOptions {
  mode: PinMode
  name: string
  onBlock?: (bytes: number) => void
}

export const pinAdd = command({
  help: {
    tagline: 'Pin objects, so that they are kept.',
    description: 'Keeps the blocks that the paths lead to, and by default all below them, from being collected. What is missing is fetched first. ' +
      'A pin can have a name; pinning again gives it another one.'
  },
  args: { paths: argument.string('ipfs-path', 'What to pin.', { variadic: true, stdin: true }) },
  options: {
    recursive: option.bool('recursive,r', 'Pin what the objects link to as well.', { default: true }),
    name: option.string('name,n', 'A name for the pins.', { default: '' }),
    progress: option.bool('progress', 'Tell how many blocks and bytes are here, while it goes on.')
  },
  output: shape('AddPinOutput', 'Pins?:[]string Progress?:int Bytes?:uint64'),

  async run ({ paths, recursive, name, progress }, context) {
    checkPinName(name)
    const { encode } = context.cids
    const mode = recursive ? 'recursive' : 'direct'

    if (progress !== true) {
      return once<PinAddOutput>({ Pins: (await pinAll(paths, context, { mode, name })).map(encode) })
    }

    return stream((async function * (): AsyncGenerator<PinAddOutput> {
      const count = { Progress: 0, Bytes: 0 }
      const job = pinAll(paths, context, { mode, name, onBlock: (bytes) => { count.Progress++; count.Bytes += bytes } })

      for await (const _ of ticksUntil(job, PROGRESS_INTERVAL_MS)) {
        yield { ...count }
      }

      const pins = await job

      if (count.Progress > 0) {
        yield { ...count }
      }

      yield { Pins: pins.map(encode) }
    })())
  },

  text: ({ Pins = [] }, { recursive }) => Pins.map((pin) => `pinned ${pin} ${recursive ? 'recursively' : 'directly'}\n`).join('')
})

/** One after the other; those before one that fails stay pinned, as in Kubo. */
async function pinAll (paths: string[], context: Context, { onBlock, ...pin }: PinAllOptions): Promise<CID[]> {
  const { node, blocks, signal } = context
  const cids: CID[] = []

  for (const path of paths) {
    const { cid } = await resolveText(path, context)

    try {
      await pinRoot(node, { cid, ...pin }, { blocks, signal, onBlock })
    } catch (err) {
      throw new Error(`pin: ${errorMessage(err)}`, { cause: err })
    }

    cids.push(cid)
  }

  return cids
}
