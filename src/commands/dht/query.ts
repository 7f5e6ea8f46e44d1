import type { MultihashDigest } from 'multiformats/hashes/interface'
import { bufferedGenerator } from '../../async/iteration/buffered-generator.ts'
import type { Report } from '../../async/iteration/buffered-generator.ts'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'
import { hasDht } from '../../net/network-settings.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { CommandError, ERROR_CODES, ReportedError } from '../../rpc/command/errors.ts'
import { streamResult } from '../../rpc/command/result.ts'
import type { DhtEvent } from '../../swarm/dht.ts'
import type { LazySwarm } from '../../swarm/lazy-swarm.ts'
import { offlineQuery } from '../routing/lonely-query.ts'
import { dhtEvent, eventLine, eventShape, QUERY_EVENT } from '../routing/query-event.ts'
import type { QueryEvent } from '../routing/query-event.ts'
import { verbose } from '../shared/common-options.ts'

/** Number of DHTs that are queried: only the public one, not that of the local network. */
const TABLES = 1

export const dhtQuery = command({
  help: { tagline: 'Find the peers closest to a peer ID.' },
  status: 'deprecated',
  args: { peers: argument.string('peerID', 'Peer ID to query; only the first is used.', { variadic: true }) },
  options: { verbose },
  output: eventShape,

  run ({ peers: [text] }, { node, signal }) {
    if (!node.online || !hasDht(node.config)) {
      throw new Error('routing service is not a DHT')
    }

    const peer = peerOf(text)
    const { swarm } = node
    return streamResult(
      swarm == null
        ? withFailure(offlineQuery(node, TABLES))
        : bufferedGenerator<QueryEvent>(async (report, signal) => {
          await queryPeers(swarm, peer, report, signal)
        }, signal)
    )
  },

  text: (event, { verbose }) => eventLine(event, verbose === true)
})

function peerOf (text: string): MultihashDigest {
  try {
    return parsePeerId(text)
  } catch {
    throw new CommandError('invalid peer ID', ERROR_CODES.client)
  }
}

async function queryPeers (
  swarm: LazySwarm,
  peer: MultihashDigest,
  report: Report<QueryEvent>,
  signal: AbortSignal
): Promise<void> {
  const { dht } = await swarm.get(signal)

  if (dht == null) {
    throw new Error('routing service is not a DHT')
  }

  let problem: string | undefined

  const onEvent = (event: DhtEvent): void => {
    const reported = dhtEvent(event)
    problem = reported.Extra
    void report(reported)
  }

  try {
    for (const { ID } of await dht.nearest(peer.bytes, { signal, onEvent })) {
      await report({ Extra: '', ID, Responses: null, Type: QUERY_EVENT.finalPeer })
    }
  } catch (err) {
    throw (err as Error).message === problem ? new ReportedError(problem, { cause: err }) : err
  }
}

async function* withFailure (events: QueryEvent[]): AsyncGenerator<QueryEvent> {
  yield* events
  throw new ReportedError(events[0].Extra)
}
