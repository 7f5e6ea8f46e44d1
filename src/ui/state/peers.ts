import { rpc } from '../../client/index.ts'
import { shortId } from '../lib/format.ts'
import { plainError } from '../lib/plain-error.ts'
import type { PlainError } from '../lib/plain-error.ts'
import { retold } from '../lib/retold.ts'
import { Store } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { hasPeers, network } from './network.ts'
import { say } from './news.ts'
import { node, whenReady } from './node.ts'

/** How often it is looked who is connected, while somebody sees the page. */
const LOOK_MS = 5000
const FIRST_LOOK_MS = 2000

/** A dial takes no longer. */
const DIAL = '30s'

export interface ConnectedPeer {
  id: string
  address: string
  /** round trip as the node measured it, such as `12.3ms`; undefined where it has not */
  latency?: string
  isInbound: boolean
  /** the program that it says to be */
  agent?: string
}

export interface PeersState {
  /** whether this node takes part in the network; undefined as long as nobody knows */
  isPeer?: boolean
  /** nobody has looked yet who is connected */
  isNew?: boolean
  peers: ConnectedPeer[]
  /** where others reach this node, best first; none where nobody does */
  addresses: string[]
  /** what is being connected to */
  dialling?: string
  /** why that failed */
  problem?: PlainError
  /** whose connection a person has ended last: by its address it is called again */
  left?: { id: string, address: string }
}

export const peers = new Store<PeersState>({ peers: [], addresses: [] })

interface PeerLine { Addr: string, Peer: string, Latency?: string, Direction?: number, Identify?: { AgentVersion?: string } }

const INBOUND = 1

/** Reads who is connected, and where this node is reached. */
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
    const { Peers } = await rpc<{ Peers: PeerLine[] | null }>('swarm/peers', { options: { direction: true, latency: true, identify: true } })
    const { Addresses } = await rpc<{ Addresses: string[] | null }>('id')
    const isDirect = (address: string): boolean => address.includes('/webrtc')

    peers.patch({
      isPeer: hasPeers() === true,
      isNew: false,
      peers: (Peers ?? []).map(({ Addr, Peer, Latency = '', Direction, Identify }) => ({ id: Peer, address: Addr, isInbound: Direction === INBOUND, agent: Identify?.AgentVersion === '' ? undefined : Identify?.AgentVersion, ...Latency === '' || Latency === 'n/a' ? {} : { latency: Latency } })),
      // without any its ID alone stands there
      addresses: (Addresses ?? []).filter((address) => !address.startsWith('/p2p/')).sort((a, b) => Number(isDirect(b)) - Number(isDirect(a)))
    })
  } catch {
    // a worker that is being stopped, for one: the next look tells
  }
}

/** Follows who is connected. @returns stops it */
export function followPeers (): () => void {
  const look = (): void => { if (document.visibilityState === 'visible') void readPeers() }
  const timer = setInterval(look, LOOK_MS)
  // the node starts its peers by itself when the page has what it shows first
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

/** What is dialled. @param address - a multiaddr, or the ID of a peer alone */
export function dialTarget (address: string): string {
  return address === '' || address.startsWith('/') ? address : `/p2p/${address}`
}

/** Connects to a peer. @param address - a multiaddr with the peer's ID, or that ID alone */
export async function connectTo (address: string, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
  peers.patch({ dialling: address, problem: undefined, left: undefined })

  try {
    await whenReady({ signal })
    await rpc('swarm/connect', { args: [dialTarget(address)], options: { timeout: DIAL }, signal })
    peers.patch({ dialling: undefined })
    say(t('Connected.'))
    await readPeers()
  } catch (err) {
    peers.patch({ dialling: undefined, problem: signal?.aborted === true ? undefined : plainError(err) })
    throw err
  }
}

/** Ends all connections to a peer. */
export async function disconnectFrom ({ id, address, isInbound }: Pick<ConnectedPeer, 'id' | 'address' | 'isInbound'>): Promise<void> {
  peers.patch({ problem: undefined, left: undefined })

  try {
    const { Strings } = await rpc<{ Strings: string[] | null }>('swarm/disconnect', { args: [dialTarget(id)] })
    // one that has ended meanwhile is ended
    const failed = Strings?.find((line) => !/(?:success|not connected)$/.test(line))
    if (failed != null) throw new Error(failed)
    // where one came from is seldom where it listens
    peers.patch({ left: { id, address: isInbound ? dialTarget(id) : withId(address, id) } })
    say(t('Disconnected from {id}.', { id: shortId(id) }))
  } catch (err) {
    peers.patch({ problem: retold(() => ({ ...plainError(err), what: t('The connection could not be ended.') })) })
  }

  await readPeers()
}

/** The notice of it was read. */
export function forgetLeft (): void {
  peers.patch({ left: undefined })
}

function withId (address: string, id: string): string {
  return address.endsWith(`/p2p/${id}`) ? address : `${address}/p2p/${id}`
}
