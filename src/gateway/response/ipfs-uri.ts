import { base32 } from 'multiformats/bases/base32'
import { encodeUtf8 } from '../../go/text/utf8.ts'
import { keyName } from '../request/key-name.ts'
import type { AskedPath } from '../request/request.ts'

/** Longer values are not sent, because HTTP software limits the size of headers. */
const MAX_LENGTH = 8192

/** A domain of at least two labels, which begin and end with a letter or digit. */
const DOMAIN = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

const UNRESERVED = /[\w.~-]/

/**
 * Returns the value of the header `Ipfs-Uri`: the requested content as `ipfs://CID/…` or `ipns://NAME/…`, with its root
 * in canonical form and each name percent-encoded (IPIP-548, boxo 0.43 `ipfsUriHeaderValue`).
 *
 * @returns undefined if the path has no such address
 */
export function ipfsUri ({ namespace, root, cid, text }: AskedPath): string | undefined {
  const authority = canonicalRoot({ namespace, root, cid })

  if (authority == null) {
    return undefined
  }

  const names = text.slice(`/${namespace}/${root}`.length)
  const uri = `${namespace}://${authority}${names.split('/').map(encodeName).join('/')}`
  return uri.length > MAX_LENGTH ? undefined : uri
}

function canonicalRoot ({ namespace, root, cid }: Pick<AskedPath, 'namespace' | 'root' | 'cid'>): string | undefined {
  switch (namespace) {
    case 'ipfs':
      return cid?.toV1().toString(base32)
    case 'ipns':
      return keyName(root) ?? domainName(root)
    default:
      return undefined
  }
}

/** Returns a domain in lowercase A-labels, without the dot at its end; undefined for anything else. */
function domainName (text: string): string | undefined {
  const name = text.replace(/\.$/, '').toLowerCase()
  // Names of ASCII are not passed to the URL parser, which takes some for IP addresses.
  const ascii = /^[\x20-\x7e]*$/.test(name) || !URL.canParse(`http://${name}`)
    ? name
    : new URL(`http://${name}`).hostname
  return DOMAIN.test(ascii) ? ascii : undefined
}

/** Percent-encodes every byte outside the unreserved characters of RFC 3986, and names that would be dot segments. */
function encodeName (name: string): string {
  if (name === '.' || name === '..') {
    return name.replaceAll('.', '%2E')
  }

  return Array.from(encodeUtf8(name), (byte) => {
    const character = String.fromCharCode(byte)
    return UNRESERVED.test(character) ? character : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`
  }).join('')
}
