import { base58btc } from 'multiformats/bases/base58'
import { equals } from 'multiformats/bytes'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'
import { RoutingNotFoundError } from '../../names/routing-not-found-error.ts'
import type { IpfsNode } from '../../node/ipfs-node.ts'
import { argument } from '../../rpc/argument.ts'
import { command } from '../../rpc/command.ts'
import { stream } from '../../rpc/result.ts'
import { verbose } from '../shared/verbose.ts'
import { lonelyQuery } from './lonely-query.ts'
import { errorEvent, eventLine, eventShape, peerEvent } from './query-event.ts'
import type { QueryEvent } from './query-event.ts'

/** The public DHT and the one of the local network. */
const TABLES = 2

export const routingFindpeer = command({
  help: { tagline: 'Find the addresses of a peer.' },
  differs: [
    'A node that is no peer asks routers too. One that could not tell stands in the error.'
  ],
  args: { peers: argument.string('peerID', 'ID of the peer.', { variadic: true }) },
  options: { verbose },
  output: eventShape,

  run ({ peers: [text] }, { node, wantsOffline, signal }) {
    const asks = !wantsOffline && node.routing?.knows('peers') === true
    const events = asks ? [] : lonelyQuery(node, TABLES)
    const peer = parsePeerId(text)

    if (equals(peer.bytes, node.identity.peerId.toMultihash().bytes)) {
      throw new Error('finding your own node in the DHT is currently not supported')
    }

    return stream(find(node, peer, { asks, events, signal }))
  },

  text: (event, { verbose }) => eventLine(event, verbose === true)
})

async function * find ({ swarm, routing }: Pick<IpfsNode, 'swarm' | 'routing'>, peer: MultihashDigest, { asks, events, signal }: { asks: boolean, events: QueryEvent[], signal: AbortSignal }): AsyncGenerator<QueryEvent> {
  const ID = base58btc.baseEncode(peer.bytes)
  const isConnected = swarm?.opened?.connections().some(({ peer }) => peer === ID) === true
  const outcomes: Array<{ place: string, problem: string }> = []
  const Addrs = isConnected
    ? (await swarm!.opened!.identity(ID))?.addresses ?? []
    : asks ? await routing!.findPeer(peer, { signal, onProblem: (place, problem) => { outcomes.push({ place, problem }) } }) : []

  if (Addrs.length > 0) {
    yield peerEvent('finalPeer', { ID, Addrs })
    return
  }

  const failure = new RoutingNotFoundError(outcomes)
  yield * events
  yield errorEvent(failure.message)
  throw failure
}
