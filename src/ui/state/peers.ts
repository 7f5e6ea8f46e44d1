import { rpc } from '../../client/index.ts'
import { isPeerWorker } from '../lib/is-peer-worker.ts'
import { plainError } from '../lib/plain-error.ts'
import type { PlainError } from '../lib/plain-error.ts'
import { Store } from '../lib/store.ts'
import { say } from './news.ts'
import { node, whenReady } from './node.ts'

/** How often it is looked who is connected, while somebody sees the page. */
const LOOK_MS = 5000

/** A dial takes no longer. */
const DIAL = '30s'

export interface ConnectedPeer {
  id: string
  address: string
  /** round trip as the node measured it, such as `12.3ms`; undefined where it has not */
  latency?: string
  isInbound: boolean
}

export interface PeersState {
  /** whether this node takes part in the network; undefined as long as nobody knows */
  isPeer?: boolean
  peers: ConnectedPeer[]
  /** where others reach this node, best first; none where nobody does */
  addresses: string[]
  /** what is being connected to */
  dialling?: string
  /** why that failed */
  problem?: PlainError
}

export const peers = new Store<PeersState>({ peers: [], addresses: [] })

interface PeerLine { Addr: string, Peer: string, Latency?: string, Direction?: number }

const INBOUND = 1

/** Reads who is connected, and where this node is reached. */
export async function readPeers (): Promise<void> {
  if (node.value.phase !== 'ready') {
    return
  }

  if (!isPeerWorker()) {
    peers.patch({ isPeer: false })
    return
  }

  try {
    const { Peers } = await rpc<{ Peers: PeerLine[] | null }>('swarm/peers', { options: { direction: true, latency: true } })
    const { Addresses } = await rpc<{ Addresses: string[] | null }>('id')
    const isDirect = (address: string): boolean => address.includes('/webrtc')

    peers.patch({
      isPeer: true,
      peers: (Peers ?? []).map(({ Addr, Peer, Latency = '', Direction }) => ({ id: Peer, address: Addr, isInbound: Direction === INBOUND, ...Latency === '' || Latency === 'n/a' ? {} : { latency: Latency } })),
      addresses: (Addresses ?? []).toSorted((a, b) => Number(isDirect(b)) - Number(isDirect(a)))
    })
  } catch {
    // a worker that is being stopped, for one: the next look tells
  }
}

/** Follows who is connected. @returns stops it */
export function followPeers (): () => void {
  const look = (): void => { if (document.visibilityState === 'visible' && peers.value.isPeer !== false) void readPeers() }
  const timer = setInterval(look, LOOK_MS)
  document.addEventListener('visibilitychange', look)
  look()

  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

/** Connects to a peer. @param address - a multiaddr with the peer's ID, or that ID alone */
export async function connectTo (address: string, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
  peers.patch({ dialling: address, problem: undefined })

  try {
    await whenReady({ signal })
    await rpc('swarm/connect', { args: [address.startsWith('/') ? address : `/p2p/${address}`], options: { timeout: DIAL }, signal })
    peers.patch({ dialling: undefined })
    say('Connected.')
    await readPeers()
  } catch (err) {
    peers.patch({ dialling: undefined, problem: signal?.aborted === true ? undefined : plainError(err) })
    throw err
  }
}
