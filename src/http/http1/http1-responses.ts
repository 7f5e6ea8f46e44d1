import { settledWithin } from '../../async/promises/settled-within.ts'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import { canonicalHeader } from '../../go/url/canonical-header.ts'
import { streamChunks } from '../body/body-chunks.ts'
import { parseHttp1Head } from './http1-head.ts'
import type { Http1Head } from './http1-head.ts'

/** More of a head is not read. Paths of content are short, and what a browser sends beside them. */
const MAX_HEAD_CHARS = 16 * 1024

/** A head has to be here in this time, counted from the answer before. */
const HEAD_MS = 60_000

const END = '\r\n\r\n'

export interface Http1AnswersOptions {
  /** @param target - path and query as they were sent, which the URL of the request may have no more */
  answer: (request: Request, target: string) => Promise<Response>
  /** aborts when the other end is gone: whoever makes an answer stops */
  signal: AbortSignal
  /** a minute when left out */
  headMs?: number
}

/**
 * The answers to requests of HTTP/1.1 (RFC 9112) that come as bytes, one after the other. Bodies of requests are never
 * read: the connection ends behind the answer to one that has a body, and behind one that is no request. What is held
 * of the other end is one head.
 *
 * @throws the signal's reason; what the body of an answer throws, when a part of it may be out
 */
export async function* http1Answers (
  chunks: AsyncIterable<Uint8Array>,
  { answer, signal, headMs = HEAD_MS }: Http1AnswersOptions
): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  const decoder = new TextDecoder('latin1')
  let text = ''

  while (true) {
    const untilMs = performance.now() + headMs

    while (!text.includes(END) && text.length <= MAX_HEAD_CHARS) {
      const next = await settledWithin(source.next(), untilMs - performance.now())

      if (next === 'late') {
        yield* text === '' ? [] : refusal(408, 'Request Timeout')
        return
      }

      if ('error' in next) {
        throw next.error
      }

      if (next.value.done === true) {
        return
      }

      text += decoder.decode(next.value.value)
    }

    const end = text.indexOf(END)

    if (end < 0 || end > MAX_HEAD_CHARS) {
      yield* refusal(431, 'Request Header Fields Too Large')
      return
    }

    const head = parseHttp1Head(text.slice(0, end))
    const request = head == null ? undefined : requestOf(head, signal)
    text = text.slice(end + END.length)

    if (head == null || request == null) {
      yield* refusal(400, 'Bad Request')
      return
    }

    yield* sent(await answer(request, head.target), head)

    if (head.isLast) {
      return
    }
  }
}

/** Undefined for a method that no program may ask for by fetch, and for an address that is none. */
function requestOf ({ method, target, headers }: Http1Head, signal: AbortSignal): Request | undefined {
  try {
    return new Request(new URL(target, 'http://localhost'), { method, headers, signal })
  } catch {
    return undefined
  }
}

function refusal (status: number, statusText: string): AsyncGenerator<Uint8Array> {
  return sent(
    new Response(`${status} ${statusText}\n`, {
      status,
      statusText,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' }
    }),
    { method: 'GET', isChunkable: false, isLast: true }
  )
}

async function* sent (
  { status, statusText, headers, body }: Response,
  { method, isChunkable, isLast }: Pick<Http1Head, 'method' | 'isChunkable' | 'isLast'>
): AsyncGenerator<Uint8Array> {
  const length = headers.get('content-length')
  const isChunked = body != null && length == null && isChunkable
  const isEmpty = body == null && length == null && method !== 'HEAD' && status !== 204 && status !== 304

  yield latin1(
    [
      `HTTP/1.1 ${status} ${statusText}`,
      ...[...headers].map(([name, value]) => `${canonicalHeader(name)}: ${value}`),
      `Date: ${new Date().toUTCString()}`,
      ...isEmpty ? ['Content-Length: 0'] : [],
      ...isChunked ? ['Transfer-Encoding: chunked'] : [],
      ...isLast ? ['Connection: close'] : []
    ].join('\r\n') + END
  )

  let left = Number(length ?? Infinity)

  for await (const chunk of body == null ? [] : streamChunks(body)) {
    left -= chunk.byteLength
    yield isChunked ? concatBytes([latin1(`${chunk.byteLength.toString(16)}\r\n`), chunk, latin1('\r\n')]) : chunk
  }

  // what was cut is not to look whole, and what is too long not like the next answer
  if (body != null && length != null && left !== 0) {
    throw new Error('the answer is not as long as it says')
  }

  if (isChunked) {
    yield latin1(`0${END}`)
  }
}

function latin1 (text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}
