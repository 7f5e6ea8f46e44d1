import { WebSocket } from 'ws'
import type { ClientOptions } from 'ws'

/**
 * A WebSocket of package ws that behaves like a browser's, which delivers messages in tasks after the `open` event, so
 * that code that awaits it misses none. Package ws reads on before promises settle, so this class pauses it. It also
 * survives errors without a listener.
 */
export class PatientWebSocket extends WebSocket {
  constructor (url: string | URL, protocols?: string | string[], options?: ClientOptions) {
    super(url, protocols, options)
    this.on('error', () => {})

    this.once('open', () => {
      this.pause()
      setImmediate(() => {
        this.resume()
      })
    })
  }
}

/*
 * The transport of libp2p uses the global WebSocket, which Node has from version 22 on. Import this module before
 * dialing.
 */
const scope = globalThis as { WebSocket?: unknown }

scope.WebSocket ??= PatientWebSocket
