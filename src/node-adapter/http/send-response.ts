import type { ServerResponse } from 'node:http'
import { settledWithin } from '../../async/promises/settled-within.ts'
import { canonicalHeader } from '../../go/url/canonical-header.ts'
import { headerValue } from '../../http/headers/header-value.ts'
import type { HeaderLines } from './header-lines.ts'

export interface SendOptions {
  /** read at the end of the body; the `Trailer` header announces them */
  trailers: Map<string, string>
  /** whether to send only the head */
  head: boolean
  headerLines: HeaderLines
  /** awaited before the answer, and possibly the connection, ends */
  beforeEnd: () => Promise<void>
}

/** Delay after which the head is sent without any bytes of the body. */
const EARLY_HEAD_MS = 20

/**
 * Sends a Response over Node's http, with header names in Go's spelling. A body that breaks cuts the connection, as
 * Kubo does.
 */
export async function sendResponse (
  response: Response,
  target: ServerResponse,
  { trailers, head, headerLines, beforeEnd }: SendOptions
): Promise<void> {
  target.statusCode = response.status

  for (const [name, value] of response.headers) {
    if (name !== 'content-length' || head || response.body != null) {
      const lines = headerLines(name, value)
      target.setHeader(canonicalHeader(name), lines.length === 1 ? lines[0] : lines)
    }
  }

  if (response.body == null || head) {
    await response.body?.cancel()
    await beforeEnd()
    target.end()
    return
  }

  const reader = response.body.getReader()
  const room = new Room(target)
  const closed = (): void => {
    reader.cancel(new DOMException('the client hung up', 'AbortError')).catch(() => {})
  }
  target.once('close', closed)

  try {
    let next = reader.read()

    // Node would send the head with the first bytes, so a subscriber of a topic would wait for both.
    if (await settledWithin(next, EARLY_HEAD_MS) === 'late') {
      target.flushHeaders()
    }

    for (;; next = reader.read()) {
      const { done, value } = await next

      if (done || target.destroyed) {
        break
      }

      if (!target.write(value)) {
        await room.comes()
      }
    }

    target.off('close', closed)
    await beforeEnd()
    target.addTrailers(Object.fromEntries([...trailers].map(([name, text]) => [name, headerValue(text)])))
    target.end()
  } catch {
    target.off('close', closed)
    target.destroy()
  }
}

/**
 * Waits until a slow client has drained the buffer, or has disconnected. One listener serves all waits of an answer.
 */
class Room {
  readonly #target: ServerResponse
  #wake = (): void => {}

  constructor (target: ServerResponse) {
    this.#target = target

    for (const event of ['drain', 'close', 'error']) {
      target.on(event, () => {
        this.#wake()
      })
    }
  }

  async comes (): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve

      if (this.#target.destroyed || !this.#target.writableNeedDrain) {
        resolve()
      }
    })
  }
}
