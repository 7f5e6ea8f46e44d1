import { contentPath } from '../../lib/links/content-path.ts'
import { peerAddress } from '../../lib/links/peer-address.ts'
import { readReceivedLink } from '../../lib/links/received-link.ts'
import { retold } from '../../lib/text/retold.ts'
import { t } from '../../lib/text/t.ts'

/** The meaning of an address that was typed or pasted. */
export type Address =
  /** `/ipfs/CID/path` or `/ipns/NAME/path`; `from` is the multiaddr of a node that has it */
  | { is: 'content'; path: string; from?: string }
  /** multiaddr that ends with the peer's ID */
  | { is: 'peer'; address: string }
  | { is: 'unclear'; why: string }

const DOMAIN = /^((?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9])(\/[^?#]*)?$/i
const IN_THIS_PAGE = /#\/explore(\/ip[fn]s\/[^?]+)/

/** Parses an address that was typed or pasted: a CID, a path, a link, a domain name or the address of a peer. */
export function readAddress (text: string): Address {
  return retold(() => parseAddress(text))
}

function parseAddress (text: string): Address {
  const trimmed = text.trim()

  if (trimmed === '') {
    return { is: 'unclear', why: t('Enter an address first.') }
  }

  const peer = peerAddress(trimmed)

  if (peer === 'incomplete') {
    return {
      is: 'unclear',
      why: t('This is the address of a machine. A peer’s address ends with its ID, for example /p2p/12D3Koo….')
    }
  }

  if (peer != null) {
    return { is: 'peer', address: peer.address }
  }

  return inLink(trimmed) ?? named(trimmed)
}

/** Returns the target of a link into a page of this app. */
function inLink (text: string): Address | undefined {
  const explored = contentPath(IN_THIS_PAGE.exec(text)?.[1] ?? '')

  if (explored != null) {
    return { is: 'content', path: explored }
  }

  const shared = readReceivedLink(/^https?:\/\/[^#]*(#.*)$/.exec(text)?.[1] ?? '')
  const path = contentPath(shared?.path ?? '')
  return path == null ? undefined : { is: 'content', path, from: shared?.address }
}

function named (text: string): Address {
  const path = contentPath(text)

  if (path != null) {
    return { is: 'content', path }
  }

  const [, domain, rest = ''] = DOMAIN.exec(text) ?? []

  if (domain != null) {
    return { is: 'content', path: `/ipns/${domain.toLowerCase()}${rest}` }
  }

  const host = /^https?:\/\/([^/?#:]+)/i.exec(text)?.[1]

  return {
    is: 'unclear',
    why: host == null
      ? t('Not found: this isn’t a CID, IPFS link, domain or peer address.')
      : t(
        'This is a web link, not IPFS content. If the site is also on IPFS, enter only its name: {host}',
        { host }
      )
  }
}
