import type { CID } from 'multiformats/cid'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import { CidSet } from '../../cid/sets/cid-set.ts'
import { walkDag } from '../../dag/walk.ts'
import { goQuote } from '../../go/text/quote.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import type { Providing } from '../../node/providing/providing.ts'
import { cidOfArgument } from '../../path/cid-of-argument.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { streamResult } from '../../rpc/command/result.ts'
import { MUST_BE_ONLINE } from '../shared/online-node.ts'

/** Queued keys above which the command waits for their announcement. */
const LOT = 1000

/** Announces CIDs outside of the strategy and the schedule (Kubo 0.42 `core/commands/provide.go`, `provideOnceCmd`). */
export const provideOnce = command({
  help: {
    tagline: 'Announce content once.',
    description:
      'Announces local blocks now, without adding them to the periodic rounds. Each CID is announced once, ' +
      'however often it is met. provide/stat shows the progress.'
  },
  since: '0.42',
  status: 'experimental',
  differs: ['After 1000 CIDs the command waits for their announcement.'],
  errors: [
    { ask: 'arg=$DIRECTORY', says: "this command must be run in online mode. Try running 'ipfs daemon' first" }
  ],
  args: { texts: argument.string('cid', 'CIDs of local blocks.', { variadic: true, stdin: true }) },
  options: { recursive: option.bool('recursive,r', 'Announce all local descendants too.') },
  output: outputShape('ProvideOnceEvent', 'Queued:string'),

  run: ({ texts, recursive }, { node, signal }) =>
    streamResult((async function* () {
      const providing = readyProviding(node)
      let lot: CID[] = []

      for await (const cid of keysOf(texts, recursive === true, node, signal)) {
        lot.push(cid)
        yield { Queued: cid.toString() }

        if (lot.length >= LOT) {
          await providing.provide(lot, { signal })
          lot = []
        }
      }

      providing.announceKeys(lot)
    })()),

  text: ({ Queued }) => `${Queued}\n`
})

/**
 * Returns the service that announces.
 *
 * @throws an Error with Kubo's message if the node cannot announce
 */
function readyProviding ({ online, config, providing, swarm }: IpfsNode): Providing {
  if (!online) {
    throw new Error(MUST_BE_ONLINE)
  }

  if (config.get<boolean | null>('Provide.Enabled') === false) {
    throw new Error('cannot provide: Provide.Enabled is false')
  }

  if (providing == null || !(providing.isOn || (swarm?.opened?.connections().length ?? 0) > 0)) {
    throw new Error('cannot provide: no connected peers')
  }

  return providing
}

/** Yields the CIDs of the arguments, with `recursive` those of all local blocks below them too, each once. */
async function* keysOf (
  texts: readonly string[],
  recursive: boolean,
  { blockstore }: Pick<IpfsNode, 'blockstore'>,
  signal: AbortSignal
): AsyncGenerator<CID> {
  const visited = new CidSet()

  for (const text of texts) {
    const root = parseArgument(text)

    if (!await blockstore.has(root)) {
      throw new Error(`block ${root} not found locally, cannot provide`)
    }

    if (!recursive) {
      if (visited.add(root)) {
        yield root
      }

      continue
    }

    const blocks = blockReader(blockstore, undefined)

    for await (const { cid } of walkDag([root], { blocks, signal, visited, leaves: 'check' })) {
      yield cid
    }
  }
}

function parseArgument (text: string): CID {
  try {
    return cidOfArgument(text)
  } catch (err) {
    throw new Error(`invalid CID ${goQuote(text)}: ${(err as Error).message}`)
  }
}
