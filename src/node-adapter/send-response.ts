import type { ServerResponse } from 'node:http'
import { settledWithin } from '../async/settled-within.ts'
import { canonicalHeader } from '../go/canonical-header.ts'
import { headerValue } from '../http/header-value.ts'
import type { HeaderLines } from './header-lines.ts'

export interface SendOptions {
  /** read when the body has ended; `Trailer` of the response announces them */
  trailers: Map<string, string>
  /** the head alone */
  head: boolean
  headerLines: HeaderLines
  /** awaited when all is written, before the answer ends and with it, maybe, the connection */
  beforeEnd: () => Promise<void>
}

/** A body of which nothing has come by then has its head sent without it. */
const EARLY_HEAD_MS = 20

/**
 * Sends a Response over Node's http, its header names as Go writes them. A body that breaks cuts the connection, as Kubo does
 * for a body that it cannot finish.
 */
export async function sendResponse (response: Response, target: ServerResponse, { trailers, head, headerLines, beforeEnd }: SendOptions): Promise<void> {
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
  const closed = (): void => { reader.cancel(new DOMException('the client hung up', 'AbortError')).catch(() => {}) }
  target.once('close', closed)

  try {
    let next = reader.read()

    // Node sends the head with the first bytes, and whoever follows a topic would wait for both
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

/** Waits until a slow client has taken what was written, or has gone: with one listener for all waits of an answer. */
class Room {
  readonly #target: ServerResponse
  #wake = (): void => {}

  constructor (target: ServerResponse) {
    this.#target = target

    for (const event of ['drain', 'close', 'error']) {
      target.on(event, () => { this.#wake() })
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
