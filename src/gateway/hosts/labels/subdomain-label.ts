import { CID } from 'multiformats/cid'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { parsePeerId } from '../../../cid/peer-id/parse-peer-id.ts'
import { parseCid } from '../../../cid/text/parse-cid.ts'
import { dnsLabel } from './dns-label.ts'
import type { SubdomainNamespace } from './subdomain-namespace.ts'

/**
 * Returns the canonical label of a root in any form: a CID, or below `/ipns/` the name of a key.
 *
 * @returns undefined for anything else, such as a domain name below `/ipns/`
 * @throws StatusError 400 if it does not fit in a label
 */
export function subdomainLabel (namespace: SubdomainNamespace, root: string): string | undefined {
  const cid = (namespace === 'ipns' || namespace === 'p2p'
    ? tried(() => CID.createV1(CODEC.libp2pKey, parsePeerId(root)))
    : undefined) ?? tried(() => parseCid(root))
  return cid == null ? undefined : dnsLabel(cid, namespace)
}

function tried (parse: () => CID): CID | undefined {
  try {
    return parse()
  } catch {
    return undefined
  }
}
