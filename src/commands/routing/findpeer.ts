import { equals } from 'multiformats/bytes'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'
import { RoutingNotFoundError } from '../../names/routing-not-found-error.ts'
import { argument } from '../../rpc/argument.ts'
import { command } from '../../rpc/command.ts'
import { stream } from '../../rpc/result.ts'
import { verbose } from '../shared/verbose.ts'
import { lonelyQuery } from './lonely-query.ts'
import { errorEvent, eventLine, eventShape } from './query-event.ts'
import type { QueryEvent } from './query-event.ts'

/** The public DHT and the one of the local network. */
const TABLES = 2

export const routingFindpeer = command({
  help: { tagline: 'Find the addresses of a peer.' },
  args: { peers: argument.string('peerID', 'ID of the peer.', { variadic: true }) },
  options: { verbose },
  output: eventShape,

  run ({ peers: [text] }, { node }) {
    const events = lonelyQuery(node, TABLES)
    const peer = parsePeerId(text)

    if (equals(peer.bytes, node.identity.peerId.toMultihash().bytes)) {
      throw new Error('finding your own node in the DHT is currently not supported')
    }

    return stream(withFailure(events))
  },

  text: (event, { verbose }) => eventLine(event, verbose === true)
})

async function * withFailure (events: QueryEvent[]): AsyncGenerator<QueryEvent> {
  const failure = new RoutingNotFoundError()
  yield * events
  yield errorEvent(failure.message)
  throw failure
}
