import type { CID } from 'multiformats/cid'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import { walkDag } from '../../dag/walk.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { cidOfArgument } from '../../path/cid-of-argument.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { emptyResult } from '../../rpc/command/result.ts'
import { getDht } from '../../swarm/routing/get-dht.ts'
import { EmptyTableError } from '../../swarm/swarm-errors.ts'
import { verbose } from '../shared/common-options.ts'
import { checkProviding } from './check-providing.ts'
import { eventShape } from './query-event.ts'
import type { QueryEvent } from './query-event.ts'

export const routingProvide = command({
  help: { tagline: 'Announce content.' },
  differs: [
    'If no peer or router accepted the record, the command fails (Kubo: success).'
  ],
  status: 'experimental',
  args: { keys: argument.string('key', 'CIDs of local blocks.', { variadic: true, stdin: true }) },
  options: {
    verbose: { ...verbose, help: 'Print the events of the announcement. Has no effect in this node.' },
    recursive: option.bool('recursive,r', 'Announce all local descendants too.')
  },
  output: eventShape,

  async run ({ keys, recursive }, { node, signal }) {
    checkProviding(node)
    const { providing, blockstore, swarm } = node
    const dht = await getDht(node, signal)
    await dht?.ready({ signal })

    // Checked first: Kubo looks at the arguments later.
    if (providing?.isOn !== true && (dht == null || swarm?.opened?.connections().length === 0)) {
      throw new Error('cannot provide, no connected peers')
    }

    const cids = keys.map(cidOfArgument)

    for (const cid of cids) {
      if (!await blockstore.has(cid)) {
        throw new Error(`block ${cid} not found locally, cannot provide`)
      }
    }

    if (providing?.isOn !== true) {
      throw new Error(
        `error providing cid: ${
          dht?.isActive === true ? 'no known addresses for self, cannot put provider' : new EmptyTableError().message
        }`
      )
    }

    for (const cid of cids) {
      await providing.provide(recursive === true ? await allBelow(cid, node, signal) : [cid], { signal })
    }

    return emptyResult<QueryEvent>()
  }
})

/** Returns the CIDs of the DAG, as far as its blocks are stored. */
async function allBelow (root: CID, { blockstore }: Pick<IpfsNode, 'blockstore'>, signal: AbortSignal): Promise<CID[]> {
  const cids: CID[] = []

  for await (
    const { cid } of walkDag([root], {
      blocks: blockReader(blockstore, undefined),
      signal,
      leaves: 'check',
      onError: () => {}
    })
  ) {
    cids.push(cid)
  }

  return cids
}
