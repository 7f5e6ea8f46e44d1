import { rpc } from '../../../client/index.ts'
import { node, whenReady } from '../../client/node.ts'
import { peerAddress } from '../../lib/links/peer-address.ts'
import { Store } from '../../lib/reactive/store.ts'
import { shortId } from '../../lib/text/format.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { retold } from '../../lib/text/retold.ts'
import { t } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'
import { hasPeers, network } from './network.ts'

/** Polling interval of the connections while the page is visible. */
const LOOK_MS = 5000
const FIRST_LOOK_MS = 2000

/** Dial timeout. */
const DIAL = '30s'

export interface ConnectedPeer {
  id: string
  address: string
  /** measured round trip time, such as `12.3ms`; undefined if unknown */
  latency?: string
  isInbound: boolean
  /** agent version that it claims */
  agent?: string
}

export interface PeersState {
  /** whether this node is a peer of the network; undefined while unknown */
  isPeer?: boolean
  /** whether the connections were never read */
  isNew?: boolean
  peers: ConnectedPeer[]
  /** addresses of this node, best first; empty if it is not reachable */
  addresses: string[]
  /** address that is being dialled */
  dialling?: string
  /** why dialling failed */
  problem?: PlainError
  /** last peer that the user disconnected; its address serves to reconnect */
  left?: { id: string; address: string }
}

export const peers = new Store<PeersState>({ peers: [], addresses: [] })

interface PeerLine {
  Addr: string
  Peer: string
  Latency?: string
  Direction?: number
  Identify?: { AgentVersion?: string }
}

const INBOUND = 1

/** Reads the connections, and the addresses of this node. */
export async function readPeers (): Promise<void> {
  const isPeer = hasPeers()

  if (node.value.phase !== 'ready' || isPeer == null) {
    return
  }

  if (!isPeer) {
    peers.set({ isPeer: false, peers: [], addresses: [] })
    return
  }

  try {
    const { Peers } = await rpc<{ Peers: PeerLine[] | null }>('swarm/peers', {
      options: { direction: true, latency: true, identify: true }
    })
    const { Addresses } = await rpc<{ Addresses: string[] | null }>('id')
    const isDirect = (address: string): boolean => address.includes('/webrtc')

    peers.patch({
      isPeer: hasPeers() === true,
      isNew: false,
      peers: (Peers ?? []).map(({ Addr, Peer, Latency = '', Direction, Identify }) => ({
        id: Peer,
        address: Addr,
        isInbound: Direction === INBOUND,
        agent: Identify?.AgentVersion === '' ? undefined : Identify?.AgentVersion,
        ...Latency === '' || Latency === 'n/a' ? {} : { latency: Latency }
      })),
      // Without any address the list only contains the ID.
      addresses: (Addresses ?? []).filter((address) => !address.startsWith('/p2p/')).sort((a, b) =>
        Number(isDirect(b)) - Number(isDirect(a))
      )
    })
  } catch {
    // For example, the worker is being stopped: the next poll shows the state.
  }
}

/**
 * Follows the connections.
 *
 * @returns a function that stops it
 */
export function followPeers (): () => void {
  const look = (): void => {
    if (document.visibilityState === 'visible') {
      void readPeers()
    }
  }
  const timer = setInterval(look, LOOK_MS)
  // The node starts its peers by itself after the page has loaded its first data.
  let first = setTimeout(look, FIRST_LOOK_MS)
  document.addEventListener('visibilitychange', look)

  const stop = network.subscribe(() => {
    const isPeer = hasPeers()

    if (isPeer != null && isPeer !== peers.value.isPeer) {
      peers.set({ isPeer, peers: [], addresses: [], isNew: isPeer })
      clearTimeout(first)
      first = setTimeout(look, FIRST_LOOK_MS)
    }
  })

  return () => {
    stop()
    clearInterval(timer)
    clearTimeout(first)
    document.removeEventListener('visibilitychange', look)
  }
}

/**
 * Returns the multiaddr to dial.
 *
 * @param address - a multiaddr, or only the ID of a peer
 */
export function dialTarget (address: string): string {
  return address === '' || address.startsWith('/') ? address : `/p2p/${address}`
}

/**
 * Connects to a peer.
 *
 * @param address - a multiaddr with the peer's ID, or only the ID
 */
export async function connectTo (address: string, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
  peers.patch({ dialling: address, problem: undefined, left: undefined })

  // Other IDs are those of RSA keys, which look like a CID.
  if (typeof peerAddress(address) !== 'object' && !/^Qm|^k|^ba/.test(address)) {
    const problem = retold(() => ({
      what: t('That isn’t a peer address.'),
      next: t('It must end with the peer’s ID, such as /p2p/12D3Koo….')
    }))
    peers.patch({ dialling: undefined, problem })
    throw new Error(problem.what)
  }

  try {
    await whenReady({ signal })
    await rpc('swarm/connect', { args: [dialTarget(address)], options: { timeout: DIAL }, signal })
    peers.patch({ dialling: undefined })
    announceNews(t('Connected.'))
    await readPeers()
  } catch (err) {
    peers.patch({ dialling: undefined, problem: signal?.aborted === true ? undefined : plainError(err) })
    throw err
  }
}

/** Closes all connections to a peer. */
export async function disconnectFrom (
  { id, address, isInbound }: Pick<ConnectedPeer, 'id' | 'address' | 'isInbound'>
): Promise<void> {
  peers.patch({ problem: undefined, left: undefined })

  try {
    const { Strings } = await rpc<{ Strings: string[] | null }>('swarm/disconnect', { args: [dialTarget(id)] })
    // A connection that closed meanwhile counts as success.
    const failed = Strings?.find((line) => !/(?:success|not connected)$/.test(line))
    if (failed != null) {
      throw new Error(failed)
    }
    // The remote address of an inbound connection is rarely a listening address.
    peers.patch({ left: { id, address: isInbound ? dialTarget(id) : withId(address, id) } })
    announceNews(t('Disconnected from {id}.', { id: shortId(id) }))
  } catch (err) {
    peers.patch({ problem: retold(() => ({ ...plainError(err), what: t('The connection could not be closed.') })) })
  }

  await readPeers()
}

/** Dismisses the notice. */
export function forgetLeft (): void {
  peers.patch({ left: undefined })
}

function withId (address: string, id: string): string {
  return address.endsWith(`/p2p/${id}`) ? address : `${address}/p2p/${id}`
}
