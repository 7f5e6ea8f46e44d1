import { serviceCapabilities, transportSymbol } from '@libp2p/interface'
import type { Connection, CreateListenerOptions, DialTransportOptions, Listener, Transport } from '@libp2p/interface'
import type { WebRTCDirectTransportComponents, WebRTCTransportDirectInit } from '@libp2p/webrtc'
import type { Multiaddr } from '@multiformats/multiaddr'
import { setMaxListeners } from 'main-event'
import { settledWithin } from '../../async/promises/settled-within.ts'

/**
 * Delay before the other version is tried in parallel: longer than a handshake on a busy machine. A listener that does
 * not know a version does not answer, so a delay is the only sign.
 */
const OTHER_VERSION_MS = 1000

/** Number of addresses that are remembered as version 1. */
const MAX_REMEMBERED = 256

type Version = 1 | 2

type MakeTransport = (init: WebRTCTransportDirectInit) => (components: WebRTCDirectTransportComponents) => Transport

/**
 * Creates a WebRTC-direct transport that dials and listens with both versions of the protocol (libp2p specs,
 * `webrtc/webrtc-direct.md`).
 *
 * Version 2 is tried first, because version 1 fails in a browser that refuses changed ICE credentials (Chromium's field
 * trial `WebRTC-NoSdpMangleUfrag`). Listeners from before 2026 only know version 1. Version 1 starts when version 2
 * fails, or is silent for a second, and the first connection wins (happy eyeballs).
 *
 * @param make - `webRTCDirect` of the patched @libp2p/webrtc
 */
export function bothWebRtcVersions (
  make: MakeTransport,
  init: WebRTCTransportDirectInit = {}
): (components: WebRTCDirectTransportComponents) => Transport {
  return (components) =>
    new BothVersions({
      1: make({ ...init, dialerVersion: 1 })(components),
      2: make({ ...init, dialerVersion: 2 })(components)
    })
}

class BothVersions implements Transport {
  readonly [transportSymbol] = true
  readonly [Symbol.toStringTag] = '@libp2p/webrtc-direct'
  readonly [serviceCapabilities] = ['@libp2p/transport']
  readonly #dialers: Record<Version, Transport>
  /** addresses that answered to version 1 only, oldest first */
  readonly #old = new Set<string>()

  constructor (dialers: Record<Version, Transport>) {
    this.#dialers = dialers
  }

  async start (): Promise<void> {
    await (this.#dialers[2] as { start?: () => Promise<void> }).start?.()
  }

  async stop (): Promise<void> {
    await (this.#dialers[2] as { stop?: () => Promise<void> }).stop?.()
  }

  createListener (options: CreateListenerOptions): Listener {
    return this.#dialers[2].createListener(options)
  }

  listenFilter (multiaddrs: Multiaddr[]): Multiaddr[] {
    return this.#dialers[2].listenFilter(multiaddrs)
  }

  dialFilter (multiaddrs: Multiaddr[]): Multiaddr[] {
    return this.#dialers[2].dialFilter(multiaddrs)
  }

  /** @throws the error of version 2 if both fail; the signal's reason */
  async dial (address: Multiaddr, options: DialTransportOptions): Promise<Connection> {
    const key = address.toString()
    const [first, other]: Version[] = this.#old.has(key) ? [1, 2] : [2, 1]
    const leave = { 1: new AbortController(), 2: new AbortController() }
    const errors: Partial<Record<Version, unknown>> = {}
    let won: Version | undefined

    const begin = async (version: Version): Promise<Connection> => {
      const signal = AbortSignal.any([options.signal, leave[version].signal])
      // A handshake adds many listeners to it.
      setMaxListeners(Infinity, signal)

      try {
        const connection = await this.#dialers[version].dial(address, { ...options, signal })

        if (won != null) {
          await connection.close().catch((err: Error) => {
            connection.abort(err)
          })
          throw new Error('the other version was faster')
        }

        won = version
        return connection
      } catch (err) {
        errors[version] = err
        throw err
      }
    }

    const attempt = begin(first)
    const ended = await settledWithin(attempt, OTHER_VERSION_MS)
    options.signal.throwIfAborted()

    try {
      return ended !== 'late' && 'value' in ended ? ended.value : await Promise.any([attempt, begin(other)])
    } catch {
      options.signal.throwIfAborted()
      throw errors[2]
    } finally {
      if (won != null) {
        leave[won === 1 ? 2 : 1].abort()
      }
      this.#remember(key, won)
    }
  }

  #remember (key: string, version: Version | undefined): void {
    if (version === 2) {
      this.#old.delete(key)
    } else if (version === 1) {
      this.#old.add(key)
      if (this.#old.size > MAX_REMEMBERED) {
        const [oldest] = this.#old
        this.#old.delete(oldest!)
      }
    }
  }
}
