import type { IncomingMessage } from 'node:http'

/** Time for a sender to read an answer that precedes the end of its upload (Go's `net/http`, `rstAvoidanceDelay`). */
const LINGER_MS = 500

/**
 * Discards the rest of a body, so that its connection can be reused. If the connection was closed during an upload, the
 * sender would never see the answer.
 *
 * @returns a promise that resolves at the end of the body, or after `LINGER_MS`; the rest is discarded later
 */
export async function letPass (message: IncomingMessage): Promise<void> {
  // No reader is left, so none may get data that is already buffered.
  message.removeAllListeners('data').removeAllListeners('end').removeAllListeners('error')
  message.on('error', () => {})
  message.resume()

  if (message.complete || message.destroyed) {
    return
  }

  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LINGER_MS)

    const passed = (): void => {
      clearTimeout(timer)
      resolve()
    }

    message.once('end', passed)
    message.once('close', passed)
  })
}
