import { parseCid } from '../../cid/parse-cid.ts'
import type { CID } from 'multiformats/cid'
import type { IpfsNode } from '../../node/ipfs-node.ts'
import { argument } from '../../rpc/argument.ts'
import { command } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { stream } from '../../rpc/result.ts'
import { verbose } from '../shared/verbose.ts'
import { lonelyQuery } from './lonely-query.ts'
import { errorEvent, eventLine, eventShape, peerEvent } from './query-event.ts'
import type { QueryEvent } from './query-event.ts'

/** The public DHT; the one of the local network is asked along with it. */
const TABLES = 1

export const routingFindprovs = command({
  help: { tagline: 'Find the peers that have something.' },
  differs: [
    'A node that is no peer asks routers too. One that could not tell is an event of type 3, with its URL (Kubo: nothing).'
  ],
  args: { keys: argument.string('key', 'CID of it.', { variadic: true }) },
  options: { verbose, count: option.int('num-providers,n', 'Peers at most.', { default: 20 }) },
  output: eventShape,

  run ({ keys: [text], count }, { node, wantsOffline, signal }) {
    const asks = !wantsOffline && node.routing?.knows('providers') === true
    const events = asks ? [] : lonelyQuery(node, TABLES)

    if (count < 1) {
      throw new Error('number of providers must be greater than 0')
    }

    const cid = parseCid(text)
    return stream(asks ? found(node.routing!, cid, Number(count), signal) : each(events))
  },

  text: (event, { verbose }) => eventLine(event, verbose === true)
})

async function * found (routing: NonNullable<IpfsNode['routing']>, cid: CID, count: number, signal: AbortSignal): AsyncGenerator<QueryEvent> {
  const problems: QueryEvent[] = []
  let left = count

  for await (const peer of routing.findProviders(cid, { signal, onProblem: (router, problem) => { problems.push(errorEvent(`${router}: ${problem}`)) } })) {
    yield peerEvent('provider', peer)

    if (--left === 0) {
      return
    }
  }

  yield * problems
}

async function * each (events: QueryEvent[]): AsyncGenerator<QueryEvent> {
  yield * events
}
