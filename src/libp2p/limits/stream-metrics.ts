import type { Connection, Metrics, Stream } from '@libp2p/interface'
import type { Bandwidth } from '../../net/bandwidth.ts'
import type { ReceiveMemoryLimit } from './receive-memory-limit.ts'

/**
 * Protocols with requests that libp2p buffers until they are complete, up to 4 MiB, in internal lists (package
 * @libp2p/utils, `pbStream`).
 */
const REQUESTS = /\/(stop|hop)$|signaling/

/** Memory overhead of a piece of a request. */
const PIECE_BYTES = 256

interface Receiver {
  onData: (data: { byteLength: number }) => void
}

/**
 * Returns libp2p metrics that only count the bytes of streams.
 *
 * @param bandwidth - undefined if they are not needed
 * @param receiveMemory - receives the number of all received bytes, even of those that never become part of a stream
 * @param connections - returns the open connections: a stream does not know its own
 */
export function streamMetrics (
  bandwidth: Bandwidth | undefined,
  receiveMemory: ReceiveMemoryLimit,
  connections: () => readonly Connection[]
): Metrics {
  const metric = { update () {}, increment () {}, decrement () {}, reset () {}, observe () {}, timer: () => () => {} }
  const register = (): never => metric as never

  // Not by a message listener: the first listener starts the delivery of messages, before the reader listens.
  const onReceived = (of: unknown, report: (bytes: number) => void): void => {
    const inner = of as Receiver
    const onData = inner.onData.bind(inner)
    inner.onData = (data) => {
      report(data.byteLength)
      onData(data)
    }
  }

  return {
    trackMultiaddrConnection (connection: unknown) {
      onReceived(connection, (bytes) => {
        receiveMemory.received(bytes)
      })
    },

    trackProtocolStream (stream: Stream) {
      let owner: Connection | undefined
      const ownerOf = (): Connection | undefined =>
        owner ??= connections().find(({ streams }) => streams.includes(stream))
      const peerOf = (): string => ownerOf()?.remotePeer.toString() ?? ''
      const send = stream.send.bind(stream)
      let isAnswered = !REQUESTS.test(stream.protocol)
      let held = 0

      const hold = (bytes: number): void => {
        if (!isAnswered && ownerOf() != null) {
          held += bytes
          receiveMemory.account(owner!, bytes)
        }
      }

      const answered = (): void => {
        hold(-held)
        isAnswered = true
      }

      stream.addEventListener('close', answered)

      stream.send = (data: Parameters<Stream['send']>[0]) => {
        answered()
        bandwidth?.sent(data.byteLength, peerOf(), stream.protocol)
        return send(data)
      }

      const arrived = (bytes: number): void => {
        bandwidth?.received(bytes, peerOf(), stream.protocol)
        hold(bytes + PIECE_BYTES)
        // Over WebRTC all bytes arrive by streams.
        receiveMemory.received(bytes)
      }

      onReceived(stream, arrived)
      // Bytes that arrived during protocol negotiation. If a peer opens a stream per message, these are often all of
      // its bytes.
      if (stream.readBufferLength > 0) {
        arrived(stream.readBufferLength)
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
