import { delay } from '../../async/timers/delay.ts'
import { durationError, parseGoDurationMs } from '../../go/time/parse-duration.ts'
import type { BandwidthStats } from '../../net/bandwidth.ts'
import { command } from '../../rpc/command/command.ts'
import { CommandError, ERROR_CODES } from '../../rpc/command/errors.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { streamResult } from '../../rpc/command/result.ts'
import { peerText } from '../shared/peer-text.ts'

export const statsBw = command({
  help: { tagline: 'Show bandwidth statistics.' },
  differs: [
    'An offline node returns past totals and a rate of zero (Kubo: an error). Apps such as ipfs-webui use this ' +
    'command to detect a node.'
  ],
  options: {
    peer: option.string('peer,p', 'ID of a peer; returns the traffic with it. Excludes proto.'),
    proto: option.string('proto,t', 'Name of a protocol; returns its traffic.'),
    poll: option.bool('poll', 'Return the statistics again and again, until the request is aborted.'),
    interval: option.string('interval,i', 'Interval of poll, as a duration.', { default: '1s' })
  },
  output: outputShape('Stats', 'TotalIn:int64 TotalOut:int64 RateIn:float64 RateOut:float64'),

  run ({ peer, proto, poll, interval }, { node, signal }) {
    const { bandwidth } = node.net

    if (bandwidth == null) {
      throw new Error('bandwidth reporter disabled in config')
    }

    if (peer != null && proto != null) {
      throw new CommandError('please only specify peer OR protocol', ERROR_CODES.client)
    }

    const id = peer == null ? undefined : peerText(peer)
    const ms = parseGoDurationMs(interval)

    if (ms === undefined) {
      throw new Error(durationError(interval))
    }

    const stats = (): BandwidthStats => {
      if (id != null) {
        return bandwidth.ofPeer(id)
      }

      return proto != null ? bandwidth.ofProtocol(proto) : bandwidth.totals()
    }
    return streamResult(pollStats(stats, poll === true ? ms : undefined, signal))
  }
})

async function* pollStats (
  stats: () => BandwidthStats,
  ms: number | undefined,
  signal: AbortSignal
): AsyncGenerator<BandwidthStats> {
  yield stats()

  while (ms !== undefined) {
    await delay(ms, signal)
    yield stats()
  }
}
