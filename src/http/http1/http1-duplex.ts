import { ReaderStalledError } from '../../async/iteration/buffered-generator.ts'
import { later } from '../../async/timers/later.ts'
import type { ByteDuplex } from '../../bytes/byte-duplex.ts'
import { streamChunks } from '../body/body-chunks.ts'
import { http1Answers } from './http1-responses.ts'
import type { Http1AnswersOptions } from './http1-responses.ts'

/** What of an answer goes out may wait so long until it is taken. */
const STALL_MS = 60_000

/** After the last answer the other end has so long to end its way too. */
const LINGER_MS = 10_000

export interface Http1DuplexOptions extends Pick<Http1AnswersOptions, 'answer' | 'headMs'> {
  /** cuts the connection that carries it: the other end takes nothing, or does not go */
  cut: (reason: Error) => void
  /** told once, when nothing is answered any more */
  ended: () => void
  /** a minute when left out */
  stallMs?: number
  /** 10 s when left out */
  lingerMs?: number
}

/**
 * A server of HTTP/1.1 as one end of bytes both ways: what is written to it are requests (`http1Answers`), what is read
 * of it the answers. To be read once, at once.
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

    // what comes behind the last answer is let go: who sends it is still to read that
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
