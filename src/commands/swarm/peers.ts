import { compareStrings } from '../../go/text/compare-strings.ts'
import { formatGoDuration } from '../../go/time/format-duration.ts'
import { cleanAndTrim } from '../../go/url/clean-path.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import type { Swarm, SwarmConnection } from '../../swarm/swarm.ts'
import { idOutput, NOBODY } from '../shared/id-output.ts'
import type { IdOutput } from '../shared/id-output.ts'
import { requireSwarm } from '../shared/online-node.ts'

/** A connection, in the field order of the wire; details that were not requested are omitted. */
interface ConnInfo {
  Addr: string
  Peer: string
  Latency?: string
  Direction?: number
  Streams?: Array<{ Protocol: string }>
  Identify: IdOutput
}

interface Wanted {
  verbose?: boolean
  streams?: boolean
  latency?: boolean
  direction?: boolean
  identify?: boolean
}

/** go-libp2p `core/network.Direction` */
const DIRECTIONS = { inbound: 1, outbound: 2 }

const NS_A_MS = 1e6

export const swarmPeers = command({
  help: { tagline: 'List the connected peers.' },
  options: {
    verbose: option.bool('verbose,v', 'Return all details.'),
    streams: option.bool('streams', 'Return the streams of each connection.'),
    latency: option.bool('latency', 'Return the latency.'),
    direction: option.bool('direction', 'Return the direction of the connection.'),
    identify: option.bool('identify', 'Return the identify information of each peer.')
  },
  differs: [
    'With streams, a peer without open streams has an empty list (Kubo: the field is missing).'
  ],
  output: outputShape(
    'connInfos',
    'Peers:list',
    'Peers:[]{Addr:string Peer:string Latency:string Muxer:string Direction:int Streams:[]{Protocol:string} ' +
      'Identify:{ID:string PublicKey:string Addresses:[]string AgentVersion:string Protocols:[]string}}'
  ),

  async run (wanted, { node, signal }) {
    const swarm = await requireSwarm(node, signal)
    const infos = await Promise.all(
      swarm.connections().map(async (connection) => await connInfo(connection, swarm, wanted))
    )
    return singleResult({ Peers: infos.length === 0 ? null : infos.sort((a, b) => compareStrings(a.Addr, b.Addr)) })
  },

  text: ({ Peers }) => (Peers ?? []).map(peerLines).join('')
})

async function connInfo (
  { peer, address, latencyMs, direction, streams }: SwarmConnection,
  swarm: Swarm,
  wanted: Wanted
): Promise<ConnInfo> {
  const all = wanted.verbose === true
  const identity = all || wanted.identify === true ? await swarm.identity(peer) : undefined
  const listed = streams.map((name) => ({ Protocol: cleanAndTrim(name) })).sort((a, b) =>
    compareStrings(a.Protocol, b.Protocol)
  )

  return {
    Addr: address,
    Peer: peer,
    ...all || wanted.latency === true
      ? {
        Latency: latencyMs == null || latencyMs === 0
          ? 'n/a'
          : formatGoDuration(BigInt(Math.round(latencyMs * NS_A_MS)))
      }
      : {},
    ...all || wanted.direction === true ? { Direction: DIRECTIONS[direction] } : {},
    // An empty array instead of Kubo's omitted field, so that clients need not handle both.
    ...all || wanted.streams === true ? { Streams: listed } : {},
    Identify: identity == null ? NOBODY : idOutput(identity)
  }
}

function peerLines ({ Addr, Peer, Latency, Direction, Streams = [] }: ConnInfo): string {
  const direction = Object.entries(DIRECTIONS).find(([, code]) => code === Direction)?.[0]
  const first = [`${Addr}/p2p/${Peer}`, Latency, direction].filter((part) => part != null).join(' ')
  return [first, ...Streams.map(({ Protocol }) => `  ${Protocol === '' ? '<no protocol name>' : Protocol}`)].map((
    line
  ) => `${line}\n`).join('')
}
