import { askNode, askStream } from '../../client/ask-node.ts'

const DIAL_TIMEOUT = '15s'
/** Time within which a connected sender answers a ping. */
const PING_MS = 5000

interface Pinged {
  Success: boolean
  /** round trip in nanoseconds; 0 in values that are only texts */
  Time: number
}

/** Returns whether the sender is connected. */
export async function isConnected (address: string, signal: AbortSignal): Promise<boolean> {
  const { Peers } = await askNode<{ Peers: Array<{ Addr: string; Peer: string }> | null }>('swarm/peers', { signal })
    .catch(() => ({ Peers: null }))
  // A connection over the relay only serves to open one over WebRTC, which needs the sender's page.
  return Peers?.some(({ Addr, Peer }) =>
    address.endsWith(`/p2p/${Peer}`) && (!Addr.endsWith('/p2p-circuit') || !address.includes('/webrtc'))
  ) === true
}

/** Connects to the sender. Never rejects. */
export async function dialSender (address: string, signal: AbortSignal): Promise<boolean> {
  return await askNode('swarm/connect', { args: [address], options: { timeout: DIAL_TIMEOUT }, signal })
    .then(() => true, () => false)
}

/**
 * Returns whether a connected sender still answers, and disconnects it otherwise. Browsers notice only after half a
 * minute that the page at the other end of a connection was closed.
 */
export async function answersPing (address: string, signal: AbortSignal): Promise<boolean> {
  const peer = address.slice(address.lastIndexOf('/') + 1)
  const limited = AbortSignal.any([signal, AbortSignal.timeout(PING_MS)])

  try {
    for await (
      const { Success, Time } of askStream<Pinged>('ping', { args: [peer], options: { count: 1 }, signal: limited })
    ) {
      if (Success && Time > 0) {
        return true
      }
    }
  } catch {
    signal.throwIfAborted()
  }

  await askNode('swarm/disconnect', { args: [`/p2p/${peer}`], signal }).catch(() => {})
  return false
}
