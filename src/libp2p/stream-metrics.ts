import type { Connection, Metrics, Stream } from '@libp2p/interface'
import type { Bandwidth } from '../net/bandwidth.ts'

/**
 * Counts what goes over the streams of libp2p. Of all that libp2p can measure this alone is looked at.
 *
 * @param connections - those that are open: a stream does not say whose it is
 */
export function streamMetrics (bandwidth: Bandwidth, connections: () => Connection[]): Metrics {
  const metric = { update () {}, increment () {}, decrement () {}, reset () {}, observe () {}, timer: () => () => {} }
  const register = (): never => metric as never

  return {
    trackMultiaddrConnection () {},

    trackProtocolStream (stream: Stream) {
      let peer: string | undefined
      const peerOf = (): string => peer ??= connections().find(({ streams }) => streams.includes(stream))?.remotePeer.toString() ?? ''
      const send = stream.send.bind(stream)

      stream.send = (data: Parameters<Stream['send']>[0]) => {
        bandwidth.sent(data.byteLength, peerOf(), stream.protocol)
        return send(data)
      }

      // not by listening to messages: a stream hands them out as soon as somebody listens, and its reader comes later
      const inner = stream as unknown as { onData: (data: { byteLength: number }) => void }
      const onData = inner.onData.bind(stream)

      inner.onData = (data) => {
        bandwidth.received(data.byteLength, peerOf(), stream.protocol)
        onData(data)
      }
    },

    registerMetric: register,
    registerMetricGroup: register,
    registerCounter: register,
    registerCounterGroup: register,
    registerHistogram: register,
    registerHistogramGroup: register,
    registerSummary: register,
    registerSummaryGroup: register,
    createTrace: () => {},
    traceFunction: (_name: string, fn: unknown) => fn
  } as unknown as Metrics
}
