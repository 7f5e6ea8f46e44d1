import type { CID } from 'multiformats/cid'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'
import { parseCid } from '../../cid/text/parse-cid.ts'

/** Returns the subject of rules for a block and the paths below it, whatever the version and codec of its CID. */
export function blockSubject (multihash: MultihashDigest): string {
  return `b${multihashKey(multihash.bytes)}`
}

/** Returns the subject of rules for an IPNS name or domain name, in any of its forms. */
export function nameSubject (name: string): string {
  const multihash = nameMultihash(name)
  return multihash == null ? `d${domainOf(name)}` : `k${multihashKey(multihash.bytes)}`
}

/** Returns the multihash of an IPNS name; undefined for a domain name. */
export function nameMultihash (name: string): MultihashDigest | undefined {
  return parsedBy(parsePeerId, name) ?? parsedBy((text) => parseCid(text).multihash, name)
}

/** Returns the CID of a root; undefined if it is none. */
export function rootCid (root: string): CID | undefined {
  return parsedBy(parseCid, root)
}

/**
 * Returns a domain name in lower case. A name without dots is inlined in a label
 * (specs.ipfs.tech/http-gateways/subdomain-gateway).
 */
export function domainOf (name: string): string {
  const domain = name.toLowerCase().replace(/\.$/, '')
  return domain.includes('.') ? domain : domain.replace(/--?/g, (hyphens) => hyphens === '--' ? '-' : '.')
}

function parsedBy<T> (parse: (text: string) => T, text: string): T | undefined {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}
