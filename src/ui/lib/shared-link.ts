import { BASE } from '../../client/base.ts'

/** What somebody has shared: a content, and where their node is reached. */
export interface Shared {
  /** a content path with its query, such as `/ipfs/CID?filename=a.txt` */
  path: string
  /** multiaddr of the node that shares it */
  address: string
}

/**
 * A link that opens a content in another browser, which fetches it from this node. It is a link to the page: its node is asked to meet
 * this one first.
 */
export function sharedLink (origin: string, { path, address }: Shared): string {
  return `${origin}${BASE}#${new URLSearchParams({ open: path, at: address })}`
}

/** Whether the node that shares it is reached by WebRTC alone, whose connection a page holds: it ends when the page is left. */
export function goesWithPage ({ address }: Pick<Shared, 'address'>): boolean {
  return /\/webrtc(-direct)?(\/|$)/.test(address)
}

/** What the fragment of such a link says; undefined where it is none, or leads elsewhere than to content. */
export function readSharedLink (fragment: string): Shared | undefined {
  const said = new URLSearchParams(fragment.replace(/^#/, ''))
  const [path, address] = [said.get('open') ?? '', said.get('at') ?? '']
  return /^\/ip[fn]s\/[^/\\]/.test(path) && /^\/[a-z0-9]+\//.test(address) ? { path, address } : undefined
}
