import { settledWithin } from '../../async/promises/settled-within.ts'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import { canonicalHeader } from '../../go/url/canonical-header.ts'
import { streamChunks } from '../body/body-chunks.ts'
import { parseHttp1Head } from './http1-head.ts'
import type { Http1Head } from './http1-head.ts'

/** The maximum length of a head. Content paths and the headers of browsers are short. */
const MAX_HEAD_CHARS = 16 * 1024

/** Timeout of the next head, counted from the previous response. */
const HEAD_MS = 60_000

const END = '\r\n\r\n'

export interface Http1AnswersOptions {
  /** @param target - path and query as they were sent, which the URL of the request may have normalized */
  answer: (request: Request, target: string) => Promise<Response>
  /** aborts when the client disconnects, to cancel pending responses */
  signal: AbortSignal
  /** default: 60 s */
  headMs?: number
}

/**
 * Answers a byte stream of HTTP/1.1 requests (RFC 9112), one after the other. Never reads request bodies: the
 * connection closes after the response to a request with a body or to a malformed one. Buffers at most one head of the
 * client.
 *
 * @throws the signal's reason; the error of a response body, after a part of it may have been sent
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
        yield* text === '' ? [] : sendError(408, 'Request Timeout')
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
      yield* sendError(431, 'Request Header Fields Too Large')
      return
    }

    const head = parseHttp1Head(text.slice(0, end))
    const request = head == null ? undefined : requestOf(head, signal)
    text = text.slice(end + END.length)

    if (head == null || request == null) {
      yield* sendError(400, 'Bad Request')
      return
    }

    yield* sendResponse(await answer(request, head.target), head)

    if (head.isLast) {
      return
    }
  }
}

/** Returns undefined for a method that fetch forbids, and for an invalid URL. */
function requestOf ({ method, target, headers }: Http1Head, signal: AbortSignal): Request | undefined {
  try {
    return new Request(new URL(target, 'http://localhost'), { method, headers, signal })
  } catch {
    return undefined
  }
}

function sendError (status: number, statusText: string): AsyncGenerator<Uint8Array> {
  return sendResponse(
    new Response(`${status} ${statusText}\n`, {
      status,
      statusText,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' }
    }),
    { method: 'GET', isChunkable: false, isLast: true }
  )
}

async function* sendResponse (
  { status, statusText, headers, body }: Response,
  { method, isChunkable, isLast }: Pick<Http1Head, 'method' | 'isChunkable' | 'isLast'>
): AsyncGenerator<Uint8Array> {
  const length = headers.get('content-length')
  const isChunked = body != null && length == null && isChunkable
  const isEmpty = body == null && length == null && method !== 'HEAD' && status !== 204 && status !== 304

  yield encodeLatin1(
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
    yield isChunked
      ? concatBytes([encodeLatin1(`${chunk.byteLength.toString(16)}\r\n`), chunk, encodeLatin1('\r\n')])
      : chunk
  }

  // a truncated body must not look complete, and an excess must not look like the next response
  if (body != null && length != null && left !== 0) {
    throw new Error('the answer is not as long as it says')
  }

  if (isChunked) {
    yield encodeLatin1(`0${END}`)
  }
}

function encodeLatin1 (text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}
