import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

export interface SendOptions {
  /** read when the body has ended; `Trailer` of the response announces them */
  trailers: Map<string, string>
  /** the answer to a HEAD */
  head: boolean
  /** awaited when all is written, before the answer ends and with it, maybe, the connection */
  beforeEnd: () => Promise<void>
}

/** Sends a Response over Node's http. A body that breaks cuts the connection, as Kubo does for a body that it cannot finish. */
export async function sendResponse (response: Response, target: ServerResponse, { trailers, head, beforeEnd }: SendOptions): Promise<void> {
  target.statusCode = response.status

  for (const [name, value] of response.headers) {
    if (name !== 'content-length' || head || response.body != null) {
      target.setHeader(name, value)
    }
  }

  if (response.body == null || head) {
    await response.body?.cancel()
    await beforeEnd()
    target.end()
    return
  }

  const reader = response.body.getReader()
  const closed = (): void => { reader.cancel(new DOMException('the client hung up', 'AbortError')).catch(() => {}) }
  target.once('close', closed)

  try {
    for (;;) {
      const { done, value } = await reader.read()

      if (done || target.destroyed) {
        break
      }

      if (!target.write(value)) {
        await Promise.race([once(target, 'drain'), once(target, 'close')])
      }
    }

    target.off('close', closed)
    await beforeEnd()
    target.addTrailers(Object.fromEntries(trailers))
    target.end()
  } catch {
    target.off('close', closed)
    target.destroy()
  }
}
