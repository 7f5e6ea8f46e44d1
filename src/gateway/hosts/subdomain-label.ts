import { CID } from 'multiformats/cid'
import { CODEC } from '../../cid/codec-codes.ts'
import { parseCid } from '../../cid/parse-cid.ts'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'
import { dnsLabel } from './dns-label.ts'
import type { SubdomainNamespace } from './subdomain-namespace.ts'

/**
 * The canonical label of a root in any of its forms: a CID, below `/ipns/` the name of a key, too.
 *
 * @returns undefined for what is neither: below `/ipns/` a domain name
 * @throws StatusError 400 where it fits in no label
 */
export function subdomainLabel (namespace: SubdomainNamespace, root: string): string | undefined {
  const cid = (namespace === 'ipns' || namespace === 'p2p' ? tried(() => CID.createV1(CODEC.libp2pKey, parsePeerId(root))) : undefined) ?? tried(() => parseCid(root))
  return cid == null ? undefined : dnsLabel(cid, namespace)
}

function tried (parse: () => CID): CID | undefined {
  try {
    return parse()
  } catch {
    return undefined
  }
}
