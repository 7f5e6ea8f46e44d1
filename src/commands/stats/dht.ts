import { cleanAndTrim } from '../../go/url/clean-path.ts'
import { hasDht } from '../../net/network-settings.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { CommandError, ERROR_CODES } from '../../rpc/command/errors.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { streamResult } from '../../rpc/command/result.ts'
import type { DhtTable } from '../../swarm/dht.ts'
import { getDht } from '../../swarm/routing/get-dht.ts'
import type { Swarm } from '../../swarm/swarm.ts'
import { onlineExchange } from '../shared/online-node.ts'
import type { DhtStat } from './dht-stat.ts'
import { dhtText } from './dht-text.ts'

/** Tables by name. As in Kubo, a DHT client shows its client tables for the two servers. */
const TABLES = { wanserver: 'wan', lanserver: 'lan', wan: 'wan', lan: 'lan' } as const

export const statsDht = command({
  help: { tagline: 'Show the routing tables of the DHT.' },
  args: {
    tables: argument.string('dht', 'wanserver, lanserver, wan or lan. Default: wan and lan', {
      required: false,
      variadic: true
    })
  },
  output: outputShape(
    'dhtStat',
    'Name:string Buckets:list',
    'Name:string Buckets:[]{LastRefresh:string Peers:[]{ID:string Connected:bool AgentVersion:string ' +
      'LastUsefulAt:string LastQueriedAt:string}}'
  ),

  run ({ tables }, { node, signal }) {
    onlineExchange(node)

    if (!hasDht(node.config)) {
      throw new Error('routing service is not a DHT')
    }

    return streamResult(tableStats(tables.length === 0 ? ['wan', 'lan'] : tables, node, signal))
  },

  text: (stat) => dhtText(stat, Date.now())
})

async function* tableStats (tables: readonly string[], node: IpfsNode, signal: AbortSignal): AsyncGenerator<DhtStat> {
  for (const Name of tables) {
    if (!isTable(Name)) {
      throw new CommandError(`unknown dht type: ${Name}`, ERROR_CODES.client)
    }

    const dht = await getDht(node, signal)
    const buckets = dht?.tables[TABLES[Name]] ?? []
    yield {
      Name,
      Buckets: await Promise.all(buckets.map(async (bucket) => await bucketOf(bucket, await node.swarm!.get(signal))))
    }
  }
}

function isTable (name: string): name is keyof typeof TABLES {
  return Object.hasOwn(TABLES, name)
}

async function bucketOf ({ refreshedMs, peers }: DhtTable[number], swarm: Swarm): Promise<DhtStat['Buckets'][number]> {
  const connected = new Set(swarm.connections().map(({ peer }) => peer))

  const Peers = await Promise.all(peers.map(async ({ id: ID, usefulMs, askedMs }) => ({
    ID,
    Connected: connected.has(ID),
    AgentVersion: cleanAndTrim((await swarm.identity(ID))?.agentVersion ?? ''),
    LastUsefulAt: timeText(usefulMs),
    LastQueriedAt: timeText(askedMs)
  })))

  return { LastRefresh: refreshedMs == null ? '' : timeText(refreshedMs), Peers: Peers.length === 0 ? null : Peers }
}

/** Formats a time as RFC 3339, like Go without fractions of a second. */
function timeText (ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -'.000Z'.length)}Z`
}
