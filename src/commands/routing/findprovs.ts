import type { CID } from 'multiformats/cid'
import { bufferedGenerator } from '../../async/iteration/buffered-generator.ts'
import type { Report } from '../../async/iteration/buffered-generator.ts'
import { toAsyncGenerator } from '../../async/iteration/to-async-generator.ts'
import { parseCid } from '../../cid/text/parse-cid.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { cidOfArgument } from '../../path/cid-of-argument.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { streamResult } from '../../rpc/command/result.ts'
import { findProviders } from '../../swarm/routing/find-providers.ts'
import { usesDht } from '../../swarm/routing/get-dht.ts'
import { verbose } from '../shared/common-options.ts'
import { offlineQuery } from './lonely-query.ts'
import { dhtEvent, errorEvent, eventLine, eventShape, peerEvent } from './query-event.ts'
import type { QueryEvent } from './query-event.ts'

/** Number of DHTs that are reported: the public one. That of the local network is queried together with it. */
const TABLES = 1

export const routingFindprovs = command({
  help: { tagline: 'Find the providers of content.' },
  differs: [
    'A node without peers queries routers too. A failed router is an event of type 3 with its URL (Kubo: nothing).'
  ],
  args: {
    keys: argument.string('key', 'CID of the content, or a path that starts with it; only the first is used.', {
      variadic: true
    })
  },
  options: { verbose, count: option.int('num-providers,n', 'Maximum number of providers.', { default: 20 }) },
  output: eventShape,

  run ({ keys: [text], count }, { node, wantsOffline, signal }) {
    const asks = !wantsOffline && (usesDht(node) || node.routing?.knows('providers') === true)
    const events = asks ? [] : offlineQuery(node, TABLES)

    if (count < 1) {
      throw new Error('number of providers must be greater than 0')
    }

    // For a path, the CID is its first element (go-cid `Parse`).
    const cid = text.includes('/ipfs/') && !/^https?:/i.test(text)
      ? parseCid(text.split('/ipfs/')[1])
      : cidOfArgument(text)
    return streamResult(
      asks
        ? bufferedGenerator<QueryEvent>(async (report, signal) => {
          await findProviderEvents(node, cid, Number(count), { report, signal })
        }, signal)
        : toAsyncGenerator(events)
    )
  },

  text: (event, { verbose }) => eventLine(event, verbose === true)
})

async function findProviderEvents (
  node: IpfsNode,
  cid: CID,
  count: number,
  { report, signal }: { report: Report<QueryEvent>; signal: AbortSignal }
): Promise<void> {
  const problems: QueryEvent[] = []
  const onProblem = (place: string, problem: string): void => {
    problems.push(errorEvent(`${place}: ${problem}`))
  }
  let left = count

  for await (
    const peer of findProviders(node, cid, {
      signal,
      onProblem,
      onEvent: (event) => {
        void report(dhtEvent(event))
      }
    })
  ) {
    await report(peerEvent('provider', peer))

    if (--left === 0) {
      return
    }
  }

  for (const problem of problems) {
    await report(problem)
  }
}
