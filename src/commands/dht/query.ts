import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'
import { argument } from '../../rpc/argument.ts'
import { command } from '../../rpc/command.ts'
import { CommandError, ERROR_CODES } from '../../rpc/errors.ts'
import { stream } from '../../rpc/result.ts'
import { lonelyQuery } from '../routing/lonely-query.ts'
import { eventLine, eventShape } from '../routing/query-event.ts'
import type { QueryEvent } from '../routing/query-event.ts'
import { verbose } from '../shared/verbose.ts'

/** The public DHT; the one of the local network is not asked along. */
const TABLES = 1

export const dhtQuery = command({
  help: { tagline: 'Find the peers whose IDs are nearest to an ID.' },
  status: 'deprecated',
  args: { peers: argument.string('peerID', 'ID to look near.', { variadic: true }) },
  options: { verbose },
  output: eventShape,

  run ({ peers: [text] }, { node }) {
    const events = node.online ? lonelyQuery(node, TABLES) : []

    if (events.length === 0) {
      throw new Error('routing service is not a DHT')
    }

    try {
      parsePeerId(text)
    } catch {
      throw new CommandError('invalid peer ID', ERROR_CODES.client)
    }

    return stream(withFailure(events))
  },

  text: (event, { verbose }) => eventLine(event, verbose === true)
})

async function * withFailure (events: QueryEvent[]): AsyncGenerator<QueryEvent> {
  yield * events
  throw new Error(events[0].Extra)
}
