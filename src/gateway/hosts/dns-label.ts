import { base32 } from 'multiformats/bases/base32'
import { base36 } from 'multiformats/bases/base36'
import { CID } from 'multiformats/cid'
import { CODEC } from '../../cid/codec-codes.ts'
import { fitLabel } from './fit-label.ts'
import type { SubdomainNamespace } from './subdomain-namespace.ts'

/**
 * The one label by which a CID or a key is an origin: CIDv1 in base32, in base36 where that is too long, and always for keys,
 * whose CID has the codec of keys, whatever it said (specs.ipfs.tech/http-gateways/subdomain-gateway, "Host"; boxo
 * `toSubdomainURL`).
 *
 * @throws StatusError 400 for what fits in no label, with boxo's words
 */
export function dnsLabel (cid: CID, namespace: SubdomainNamespace): string {
  if (namespace === 'ipns' || namespace === 'p2p') {
    const key = CID.createV1(CODEC.libp2pKey, cid.multihash)
    return fitLabel(key.toString(base36), key)
  }

  const v1 = cid.toV1()
  return fitLabel(v1.toString(base32), v1)
}
