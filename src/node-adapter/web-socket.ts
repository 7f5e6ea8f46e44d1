import { WebSocket } from 'ws'
import type { ClientOptions } from 'ws'

/**
 * A WebSocket of package ws that behaves as that of a browser, which delivers messages in tasks after that of its opening: code that waits for it
 * to open misses none. The one of package ws reads on before promises settle, so it pauses. It also survives errors that have no listener.
 */
export class PatientWebSocket extends WebSocket {
  constructor (url: string | URL, protocols?: string | string[], options?: ClientOptions) {
    super(url, protocols, options)
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
