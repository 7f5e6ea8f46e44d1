import type { ByteDuplex } from '../../bytes/byte-duplex.ts'
import { http1Duplex } from '../../http/http1/http1-duplex.ts'
import type { Http1DuplexOptions } from '../../http/http1/http1-duplex.ts'

/** Maximum number of concurrent streams; further ones are refused. Each buffers a head and a chunk of its answer. */
const MAX_STREAMS = 64

/** Makes a function that serves HTTP/1.1 on a stream of a peer. It throws an Error if too many streams are open. */
export function httpStreams (): (
  stream: Pick<ByteDuplex, 'abort'>,
  answer: Http1DuplexOptions['answer']
) => ByteDuplex {
  let streams = 0

  return (stream, answer) => {
    if (streams >= MAX_STREAMS) {
      throw new Error(`${MAX_STREAMS} streams are answered already`)
    }

    streams++

    return http1Duplex({
      answer,
      cut: (reason) => {
        stream.abort(reason)
      },
      ended: () => {
        streams--
      }
    })
  }
}
