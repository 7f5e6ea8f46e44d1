import { parseCid } from '../../cid/parse-cid.ts'
import { argument } from '../../rpc/argument.ts'
import { command } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { stream } from '../../rpc/result.ts'
import { verbose } from '../shared/verbose.ts'
import { lonelyQuery } from './lonely-query.ts'
import { eventLine, eventShape } from './query-event.ts'
import type { QueryEvent } from './query-event.ts'

/** The public DHT; the one of the local network is asked along with it. */
const TABLES = 1

export const routingFindprovs = command({
  help: { tagline: 'Find the peers that have something.' },
  args: { keys: argument.string('key', 'CID of it.', { variadic: true }) },
  options: { verbose, count: option.int('num-providers,n', 'Peers at most.', { default: 20 }) },
  output: eventShape,

  run ({ keys: [text], count }, { node }) {
    const events = lonelyQuery(node, TABLES)

    if (count < 1) {
      throw new Error('number of providers must be greater than 0')
    }

    parseCid(text)
    return stream(each(events))
  },

  text: (event, { verbose }) => eventLine(event, verbose === true)
})

async function * each (events: QueryEvent[]): AsyncGenerator<QueryEvent> {
  yield * events
}
