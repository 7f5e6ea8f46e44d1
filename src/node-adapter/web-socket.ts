import { WebSocket } from 'ws'

/**
 * The WebSocket of a browser hands out messages in tasks behind that of its opening, so who waits for it to open misses none. The one of
 * package ws reads on before promises settle: it is made to wait. And an error that nobody listens for, which is nothing in a browser, would end the process.
 */
class PatientWebSocket extends WebSocket {
  constructor (url: string | URL, protocols?: string | string[]) {
    super(url, protocols)
    this.on('error', () => {})

    this.once('open', () => {
      this.pause()
      setImmediate(() => { this.resume() })
    })
  }
}

/*
 * The transport of libp2p takes the WebSocket of a browser, which Node has from version 22 on: to be imported before it dials.
 */
const scope = globalThis as { WebSocket?: unknown }

scope.WebSocket ??= PatientWebSocket
