import type { Connection, Metrics, Stream } from '@libp2p/interface'
import type { Bandwidth } from '../net/bandwidth.ts'
import type { UnreadGuard } from './unread-guard.ts'

/** Protocols whose requests libp2p waits for until they are whole, of up to 4 MiB, in lists that nobody else sees (package @libp2p/utils, `pbStream`). */
const REQUESTS = /\/(stop|hop)$|signaling/

/** A piece of a request beside its bytes. */
const PIECE_BYTES = 256

interface Receiver { onData: (data: { byteLength: number }) => void }

/**
 * Counts what goes over the streams of libp2p. Of all that libp2p can measure this alone is looked at.
 *
 * @param bandwidth - undefined where nobody asks for it
 * @param unread - told of what comes, also of what never becomes part of a stream
 * @param connections - those that are open: a stream does not say whose it is
 */
export function streamMetrics (bandwidth: Bandwidth | undefined, unread: UnreadGuard, connections: () => readonly Connection[]): Metrics {
  const metric = { update () {}, increment () {}, decrement () {}, reset () {}, observe () {}, timer: () => () => {} }
  const register = (): never => metric as never

  // not by listening to messages: a stream hands them out as soon as somebody listens, and its reader comes later
  const received = (of: unknown, told: (bytes: number) => void): void => {
    const inner = of as Receiver
    const onData = inner.onData.bind(inner)
    inner.onData = (data) => { told(data.byteLength); onData(data) }
  }

  return {
    trackMultiaddrConnection (connection: unknown) {
      received(connection, (bytes) => { unread.received(bytes) })
    },

    trackProtocolStream (stream: Stream) {
      let owner: Connection | undefined
      const ownerOf = (): Connection | undefined => owner ??= connections().find(({ streams }) => streams.includes(stream))
      const peerOf = (): string => ownerOf()?.remotePeer.toString() ?? ''
      const send = stream.send.bind(stream)
      let isAnswered = !REQUESTS.test(stream.protocol)
      let held = 0

      const hold = (bytes: number): void => {
        if (!isAnswered && ownerOf() != null) {
          held += bytes
          unread.held(owner!, bytes)
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

      const came = (bytes: number): void => {
        bandwidth?.received(bytes, peerOf(), stream.protocol)
        hold(bytes + PIECE_BYTES)
        // over WebRTC all comes by streams
        unread.received(bytes)
      }

      received(stream, came)
      // what came while it was settled which protocol is spoken, and noted that the peer speaks it: of a peer that opens a stream a message often all of it
      if (stream.readBufferLength > 0) came(stream.readBufferLength)
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
