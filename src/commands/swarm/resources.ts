import { command } from '../../rpc/command/command.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import type { ResourceUse } from '../../swarm/swarm-resources.ts'
import { requireSwarm } from '../shared/online-node.ts'

type Limit = number | 'unlimited'

/** Names of the counted resources, in Kubo's order (`core/node/libp2p/rcmgr.go`, `ResourceLimitsAndUsage`). */
const COUNTED = [
  'Memory',
  'FD',
  'Conns',
  'ConnsInbound',
  'ConnsOutbound',
  'Streams',
  'StreamsInbound',
  'StreamsOutbound'
] as const

type Scope = Record<string, Limit>

/** Kubo `core/node/libp2p/rcmgr.go`, `ErrNoResourceMgr`; also for an offline node. */
const NO_MANAGER = 'missing ResourceMgr: make sure the daemon is running with Swarm.ResourceMgr.Enabled'

const LEAST_WIDTH = 20
const TAB_WIDTH = 8

const NONE: ResourceUse = { connectionsInbound: 0, connectionsOutbound: 0, streamsInbound: 0, streamsOutbound: 0 }

export const swarmResources = command({
  help: { tagline: 'Show usage and limits of connections.' },
  differs: [
    'Connections and streams are counted, memory and file descriptors are not. The number of inbound connections ' +
    'and the streams of each peer are limited.'
  ],
  errors: [
    { ask: '', says: NO_MANAGER }
  ],
  status: 'experimental',
  output: outputShape(
    'LimitsConfigAndUsage',
    'System:object Transient:object Protocols?:map[string]libp2p.ResourceLimitsAndUsage ' +
      'Peers?:map[string]libp2p.ResourceLimitsAndUsage'
  ),

  async run (_, { node, signal }) {
    if (node.config.get<boolean | null>('Swarm.ResourceMgr.Enabled') === false) {
      throw new Error(NO_MANAGER)
    }

    const { total, peers, protocols, limits } = (await requireSwarm(node, signal, NO_MANAGER)).resources()
    const each = (uses: Map<string, ResourceUse>, limit: Partial<Record<string, number>>): Record<string, Scope> =>
      Object.fromEntries([...uses].sort().map(([name, use]) => [name, scopeUsage(use, limit)]))

    return singleResult({
      System: scopeUsage(total, { ConnsInbound: limits.connectionsInbound }),
      Transient: scopeUsage(NONE, {}),
      Protocols: each(protocols, {}),
      Peers: each(peers, { StreamsInbound: limits.streamsInbound, StreamsOutbound: limits.streamsOutbound })
    })
  },

  text ({ System, Transient, Protocols, Peers }) {
    const named = (prefix: string, scopes: Record<string, Scope>): Array<[string, Scope]> =>
      Object.entries(scopes).map(([name, scope]) => [`${prefix}${name}`, scope])
    const scopes: Array<[string, Scope]> = [
      ['system', System],
      ['transient', Transient],
      ...named('protocol:', Protocols),
      ...named('peer:', Peers)
    ]
    // Unlimited resources are left out.
    const lines = scopes.flatMap(([name, scope]) =>
      COUNTED.filter((counted) => scope[counted] !== 'unlimited').map((
        counted
      ) => [
        name,
        counted,
        String(scope[counted]),
        String(scope[`${counted}Usage`]),
        percentText(Number(scope[counted]), Number(scope[`${counted}Usage`]))
      ])
    )
    return alignCells([['Scope', 'Limit Name', 'Limit Value', 'Limit Usage Amount', 'Limit Usage Percent'], ...lines])
  }
})

function scopeUsage (
  { connectionsInbound, connectionsOutbound, streamsInbound, streamsOutbound }: ResourceUse,
  limits: Partial<Record<string, number>>
): Scope {
  const used: Partial<Record<string, number>> = {
    Conns: connectionsInbound + connectionsOutbound,
    ConnsInbound: connectionsInbound,
    ConnsOutbound: connectionsOutbound,
    Streams: streamsInbound + streamsOutbound,
    StreamsInbound: streamsInbound,
    StreamsOutbound: streamsOutbound
  }

  return Object.fromEntries(
    COUNTED.flatMap((
      counted
    ): Array<[string, Limit]> => [[counted, limitValue(limits[counted])], [`${counted}Usage`, used[counted] ?? 0]])
  )
}

function limitValue (value: number | undefined): Limit {
  return value == null || value === Infinity ? 'unlimited' : value
}

function percentText (limit: number, usage: number): string {
  return usage === 0 ? '0%' : `${(usage / limit * 100).toFixed(1)}%`
}

/**
 * Formats columns that end at tab stops, like Go's text/tabwriter with tab padding (Kubo: minimum width 20, tab stops
 * of 8).
 */
function alignCells (lines: string[][]): string {
  const stops = lines[0].map((_, column) =>
    Math.ceil(Math.max(LEAST_WIDTH, ...lines.map((cells) => cells[column].length)) / TAB_WIDTH)
  )
  return lines.map((cells) =>
    `${cells.map((cell, column) => cell + '\t'.repeat(Math.ceil(stops[column] - cell.length / TAB_WIDTH))).join('')}\n`
  ).join('')
}
