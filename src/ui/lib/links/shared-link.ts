import { BASE } from '../../../client/protocol/base.ts'

/** A shared content, with the address of the sharing node. */
export interface Shared {
  /** content path with its query, such as `/ipfs/CID?filename=a.txt` */
  path: string
  /** multiaddr of the sharing node */
  address: string
}

/**
 * Returns a link that opens a content in another browser, which fetches it from this node. It opens the page, and the
 * node of that page first connects to this one.
 */
export function sharedLink (origin: string, { path, address }: Shared): string {
  return `${origin}${BASE}#${new URLSearchParams({ open: path, at: address })}`
}

/**
 * Returns whether the sharing node is reachable only by WebRTC. A page holds its connection, which ends when the page
 * is closed.
 */
export function goesWithPage ({ address }: Pick<Shared, 'address'>): boolean {
  return /\/webrtc(-direct)?(\/|$)/.test(address)
}

/** Parses the fragment of a shared link; undefined if it is none, or has no content path. */
export function readSharedLink (fragment: string): Shared | undefined {
  const said = new URLSearchParams(fragment.replace(/^#/, ''))
  const [path, address] = [said.get('open') ?? '', said.get('at') ?? '']
  return /^\/ip[fn]s\/[^/\\]/.test(path) && /^\/[a-z0-9]+\//.test(address) ? { path, address } : undefined
}
