import type { IncomingMessage } from 'node:http'

/** Lets what is left of a body pass unread, so that its connection can go on; a sender that sees it closed would never see the answer. */
export function letPass (message: IncomingMessage): void {
  message.removeAllListeners('data').removeAllListeners('end').removeAllListeners('error')
  message.on('error', () => {}) // nobody is left to hear that the client went away
  message.resume()
}
