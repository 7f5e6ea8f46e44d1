import { base32 } from 'multiformats/bases/base32'
import { base36 } from 'multiformats/bases/base36'
import { CID } from 'multiformats/cid'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { parsePeerId } from '../../../cid/peer-id/parse-peer-id.ts'
import { parseCid } from '../../../cid/text/parse-cid.ts'
import { StatusError } from '../../errors/gateway-errors.ts'

/** Namespaces in subdomains of a gateway (boxo `gateway/hostname.go`). No content is served below the last two. */
export type SubdomainNamespace = 'ipfs' | 'ipns' | 'p2p' | 'ipld'

const SUBDOMAIN_NAMESPACES: readonly string[] = ['ipfs', 'ipns', 'p2p', 'ipld']

export function isSubdomainNamespace (text: string): text is SubdomainNamespace {
  return SUBDOMAIN_NAMESPACES.includes(text)
}

/** Maximum length of a DNS label (RFC 1034, section 3.1). */
export const MAX_LABEL_CHARS = 63

/**
 * Returns the canonical label of a root in any form: a CID, or below `/ipns/` the name of a key.
 *
 * @returns undefined for anything else, for example a domain name below `/ipns/`
 * @throws StatusError 400 if it does not fit in a label
 */
export function subdomainLabel (namespace: SubdomainNamespace, root: string): string | undefined {
  const cid = (namespace === 'ipns' || namespace === 'p2p'
    ? tryParseCid(() => CID.createV1(CODEC.libp2pKey, parsePeerId(root)))
    : undefined) ?? tryParseCid(() => parseCid(root))
  return cid == null ? undefined : dnsLabel(cid, namespace)
}

function tryParseCid (parse: () => CID): CID | undefined {
  try {
    return parse()
  } catch {
    return undefined
  }
}

/**
 * Returns the DNS label of a CID or key: CIDv1 in base32, or base36 if base32 is too long. Keys are always in base36
 * with the codec `libp2p-key`, regardless of the CID's codec (specs.ipfs.tech/http-gateways/subdomain-gateway, "Host";
 * boxo `toSubdomainURL`).
 *
 * @throws StatusError 400 if it does not fit in a label, with boxo's message
 */
export function dnsLabel (cid: CID, namespace: SubdomainNamespace): string {
  if (namespace === 'ipns' || namespace === 'p2p') {
    const key = CID.createV1(CODEC.libp2pKey, cid.multihash)
    return fitLabel(key.toString(base36), key)
  }

  const v1 = cid.toV1()
  return fitLabel(v1.toString(base32), v1)
}

/**
 * Returns the text of a CID unchanged if it fits in a label, else in base36 (boxo `toDNSLabel`).
 *
 * @throws StatusError 400 if base36 is too long as well
 */
export function fitLabel (text: string, { code, multihash }: CID): string {
  if (text.length <= MAX_LABEL_CHARS) {
    return text
  }

  const shorter = CID.createV1(code, multihash).toString(base36)

  if (shorter.length > MAX_LABEL_CHARS) {
    throw new StatusError(400, `CID incompatible with DNS label length limit of ${MAX_LABEL_CHARS}: ${shorter}`)
  }

  return shorter
}

export function isCidText (text: string): boolean {
  try {
    parseCid(text)
    return true
  } catch {
    return false
  }
}
