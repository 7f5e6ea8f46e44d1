import { ReaderStalledError } from '../../async/iteration/buffered-generator.ts'
import { later } from '../../async/timers/later.ts'
import type { ByteDuplex } from '../../bytes/byte-duplex.ts'
import { streamChunks } from '../body/body-chunks.ts'
import { http1Answers } from './http1-responses.ts'
import type { Http1AnswersOptions } from './http1-responses.ts'

/** Write timeout: how long the client may take to read a piece of a response. */
const STALL_MS = 60_000

/** Linger timeout: how long the client may take to close its side after the last response. */
const LINGER_MS = 10_000

export interface Http1DuplexOptions extends Pick<Http1AnswersOptions, 'answer' | 'headMs'> {
  /** closes the connection below, because the client does not read or does not close its side */
  cut: (reason: Error) => void
  /** called once, when no more requests are answered */
  ended: () => void
  /** default: 60 s */
  stallMs?: number
  /** default: 10 s */
  lingerMs?: number
}

/**
 * Returns an HTTP/1.1 server as one end of a byte duplex. Bytes written to it are requests (`http1Answers`), bytes read
 * from it are the responses. Start reading immediately, and only once.
 */
export function http1Duplex (
  { answer, headMs, cut, ended, stallMs = STALL_MS, lingerMs = LINGER_MS }: Http1DuplexOptions
): ByteDuplex {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const requests = writable.getWriter()
  const gone = new AbortController()
  const { signal } = gone
  let isOver = false

  async function* answers (): AsyncGenerator<Uint8Array> {
    try {
      for await (const bytes of http1Answers(streamChunks(readable, { signal }), { answer, signal, headMs })) {
        const taken = later(() => {
          cut(new ReaderStalledError(stallMs))
        }, stallMs)

        try {
          yield bytes
        } finally {
          taken()
        }
      }
    } finally {
      isOver = true
      ended()
      gone.abort(new Error('all has been answered'))
      later(() => {
        cut(new Error('the other end does not go'))
      }, lingerMs)
    }
  }

  return {
    chunks: answers(),

    // discard requests after the last response: the client may still be reading that
    async write (bytes) {
      await requests.write(bytes).catch((err: unknown) => {
        if (!isOver) {
          throw err
        }
      })
    },

    async closeWrite () {
      await requests.close().catch(() => {})
    },
    abort: (reason) => {
      gone.abort(reason)
    }
  }
}
