import { base32 } from 'multiformats/bases/base32'
import { base36 } from 'multiformats/bases/base36'
import { CID } from 'multiformats/cid'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { fitLabel } from './fit-label.ts'
import type { SubdomainNamespace } from './subdomain-namespace.ts'

/**
 * Returns the DNS label of a CID or key: CIDv1 in base32, or base36 if base32 is too long. Keys are always in base36
 * with the codec `libp2p-key`, whatever codec the CID has (specs.ipfs.tech/http-gateways/subdomain-gateway, "Host";
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
