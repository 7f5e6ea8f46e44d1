import { base58btc } from 'multiformats/bases/base58'
import { equals } from 'multiformats/bytes'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { bufferedGenerator } from '../../async/iteration/buffered-generator.ts'
import type { Report } from '../../async/iteration/buffered-generator.ts'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'
import { RoutingNotFoundError } from '../../names/routing/record-outcome.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { ReportedError } from '../../rpc/command/errors.ts'
import { streamResult } from '../../rpc/command/result.ts'
import { findPeer } from '../../swarm/routing/find-peer.ts'
import { usesDht } from '../../swarm/routing/get-dht.ts'
import { verbose } from '../shared/common-options.ts'
import { offlineQuery } from './lonely-query.ts'
import { dhtEvent, errorEvent, eventLine, eventShape, peerEvent } from './query-event.ts'
import type { QueryEvent } from './query-event.ts'

/** Number of DHTs that are queried: the public one, and that of the local network. */
const TABLES = 2

export const routingFindpeer = command({
  help: { tagline: 'Find the addresses of a peer.' },
  differs: [
    'A node without peers queries routers too. Failed routers are named in the error.'
  ],
  args: { peers: argument.string('peerID', 'ID of the peer; only the first is used.', { variadic: true }) },
  options: { verbose },
  output: eventShape,

  run ({ peers: [text] }, { node, wantsOffline, signal }) {
    const asks = !wantsOffline && (usesDht(node) || node.routing?.knows('peers') === true)
    const events = asks ? [] : offlineQuery(node, TABLES)
    const peer = parsePeerId(text)

    if (equals(peer.bytes, node.identity.peerId.toMultihash().bytes)) {
      throw new Error('finding your own node in the DHT is currently not supported')
    }

    return streamResult(bufferedGenerator<QueryEvent>(async (report, signal) => {
      await findPeerAddresses(node, peer, { asks, events, report, signal })
    }, signal))
  },

  text: (event, { verbose }) => eventLine(event, verbose === true)
})

async function findPeerAddresses (
  node: IpfsNode,
  peer: MultihashDigest,
  { asks, events, report, signal }: {
    asks: boolean
    events: QueryEvent[]
    report: Report<QueryEvent>
    signal: AbortSignal
  }
): Promise<void> {
  const ID = base58btc.baseEncode(peer.bytes)
  const outcomes: Array<{ place: string; problem: string }> = []
  const onProblem = (place: string, problem: string): void => {
    outcomes.push({ place, problem })
  }
  const known = await addressesOfConnected(node, ID)
  const Addrs = known.length > 0 || !asks
    ? known
    : await findPeer(node, peer, {
      signal,
      onProblem,
      onEvent: (event) => {
        void report(dhtEvent(event))
      }
    })

  if (Addrs.length > 0) {
    await report(peerEvent('finalPeer', { ID, Addrs }))
    return
  }

  const failure = new RoutingNotFoundError(outcomes)

  for (const event of [...events, errorEvent(failure.message)]) {
    await report(event)
  }

  throw new ReportedError(failure.message, { cause: failure })
}

async function addressesOfConnected ({ swarm }: Pick<IpfsNode, 'swarm'>, ID: string): Promise<string[]> {
  const isConnected = swarm?.opened?.connections().some(({ peer }) => peer === ID) === true
  return isConnected ? (await swarm?.opened?.identity(ID))?.addresses ?? [] : []
}
