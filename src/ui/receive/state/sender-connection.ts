import { askNode } from '../../client/ask-node.ts'

const DIAL_TIMEOUT = '15s'
/** Time that a connection over the relay has to become one over WebRTC. */
const UPGRADE_MS = 8000

/** The connection to the sender of a shared item. */
export class SenderConnection {
  readonly #address: string
  readonly #peer: string
  readonly #signal: AbortSignal
  /** since when the sender is connected over the relay alone (`performance.now()`) */
  #relayedAtMs: number | undefined

  /** @param address - with the sender's peer ID at its end */
  constructor (address: string, signal: AbortSignal) {
    this.#address = address
    this.#peer = address.slice(address.lastIndexOf('/') + 1)
    this.#signal = signal
  }

  /**
   * Connects to the sender, unless it is connected.
   *
   * @returns whether the sender is there. A connection over the relay only serves to open one over WebRTC: without the
   *   sender's page its node may still answer there for a while, and sends nothing.
   */
  async meet (): Promise<boolean> {
    if (await this.#isDirect()) {
      return true
    }
    const now = performance.now()
    if (this.#relayedAtMs != null && now - this.#relayedAtMs > UPGRADE_MS) {
      // Otherwise the node counts the sender as connected, and does not dial.
      await this.#ask('swarm/disconnect', `/p2p/${this.#peer}`)
      this.#relayedAtMs = undefined
    }
    const isConnected = await this.#ask('swarm/connect', this.#address)
    const isDirect = isConnected && await this.#isDirect()
    this.#relayedAtMs = isConnected && !isDirect ? this.#relayedAtMs ?? now : undefined
    return isDirect
  }

  async #isDirect (): Promise<boolean> {
    const { Peers } = await askNode<{ Peers: Array<{ Addr: string; Peer: string }> | null }>('swarm/peers', {
      signal: this.#signal
    }).catch(() => ({ Peers: null }))
    return Peers?.some(({ Addr, Peer }) =>
      Peer === this.#peer && (!Addr.endsWith('/p2p-circuit') || !this.#address.includes('/webrtc'))
    ) === true
  }

  /** @returns whether the command succeeded */
  async #ask (command: string, address: string): Promise<boolean> {
    return await askNode(command, { args: [address], options: { timeout: DIAL_TIMEOUT }, signal: this.#signal })
      .then(() => true, () => false)
  }
}
