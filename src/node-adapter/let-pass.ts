import type { IncomingMessage } from 'node:http'

/** How long a sender may take to see an answer that came before its upload was in (Go's `net/http`, `rstAvoidanceDelay`). */
const LINGER_MS = 500

/**
 * Lets what is left of a body pass unread, so that its connection can go on: a sender whose connection is closed under it
 * never sees the answer.
 *
 * @returns when all of it has come, at the latest after `LINGER_MS`; the rest of a longer one passes behind that
 */
export async function letPass (message: IncomingMessage): Promise<void> {
  // nobody is left to hear of it: what came already but was not read yet would be told of, too
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
