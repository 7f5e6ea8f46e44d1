import type { Connection, Libp2p } from '@libp2p/interface'
import { ifFound } from '../../async/promises/if-found.ts'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { later } from '../../async/timers/later.ts'
import type { TrimSettings } from '../host/swarm-settings.ts'

/** Time for a graceful close before the connection is aborted. */
const CLOSE_MS = 1000

export interface ConnectionTrimmerInit extends TrimSettings {
  libp2p: Pick<Libp2p, 'getConnections' | 'peerStore'>
  /** whether connections to a peer must stay */
  isProtected: (peer: string) => boolean
}

/**
 * Closes connections if there are too many. Looks at intervals; if `highWater` is reached, the least used ones are
 * closed until `lowWater` are left. Connections of protected peers and young ones are neither closed nor counted
 * (go-libp2p `p2p/net/connmgr/connmgr.go`, `getConnsToClose`).
 */
export class ConnectionTrimmer {
  readonly #init: ConnectionTrimmerInit
  #stop = (): void => {}

  constructor (init: ConnectionTrimmerInit) {
    this.#init = init
  }

  start (): void {
    this.#stop = later(() => {
      // After stop() a running trim must not set the timer again.
      this.start()
      void this.trim()
    }, this.#init.periodMs)
  }

  stop (): void {
    this.#stop()
  }

  async trim (): Promise<void> {
    const { libp2p, isProtected, lowWater, highWater, graceMs } = this.#init
    const all = libp2p.getConnections()

    if (lowWater === 0 || highWater === 0 || all.length < highWater || all.length <= lowWater) {
      return
    }

    const peers = new Map<string, Connection[]>()
    all.forEach((connection) => {
      const peer = connection.remotePeer.toString()
      peers.set(peer, [...peers.get(peer) ?? [], connection])
    })
    const before = Date.now() - graceMs
    const candidates = [...peers].filter(([peer, connections]) =>
      !isProtected(peer) && connections.every(({ timeline }) => timeline.open <= before)
    )
    let excess = candidates.reduce((sum, [, { length }]) => sum + length, 0) - lowWater

    const rated = await Promise.all(candidates.map(async ([, connections]) => ({
      connections,
      value: await this.#valueOf(connections[0]),
      streams: connections.reduce((sum, { streams }) => sum + streams.length, 0),
      isInbound: connections.some(({ direction }) => direction === 'inbound')
    })))

    // Least valuable first: by tag value, idle ones, inbound ones, then by number of streams.
    rated.sort((a, b) =>
      a.value - b.value || Number(a.streams > 0) - Number(b.streams > 0) || Number(b.isInbound) - Number(a.isInbound) ||
      a.streams - b.streams
    )

    for (const { connections } of rated) {
      if (excess <= 0) {
        return
      }

      excess -= connections.length
      connections.forEach((connection) => {
        connection.close({ signal: timeLimit(CLOSE_MS) }).catch((err: Error) => {
          connection.abort(err)
        })
      })
    }
  }

  /** Returns the sum of the peer's tags. */
  async #valueOf ({ remotePeer }: Connection): Promise<number> {
    const known = await ifFound(async () => await this.#init.libp2p.peerStore.get(remotePeer))
    return [...known?.tags.values() ?? []].reduce((sum, { value }) => sum + value, 0)
  }
}
