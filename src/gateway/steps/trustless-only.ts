import { CODEC } from '../../cid/codec-codes.ts'
import { parseCid } from '../../cid/parse-cid.ts'
import type { Negotiated } from '../request.ts'
import { StatusError } from '../status-error.ts'

const REFUSAL = 'only trustless requests are accepted on this gateway: https://specs.ipfs.tech/http-gateways/trustless-gateway/'

/** With `Gateway.DeserializedResponses` off, for all hosts or for this one, only what a client can verify is answered. */
export function trustlessOnly (rq: Negotiated): undefined {
  if (!rq.deserialized && !isTrustless(rq)) {
    throw new StatusError(406, REFUSAL)
  }
}

/** specs.ipfs.tech/http-gateways/trustless-gateway: a block or a record without a path, or a CAR. */
function isTrustless ({ contentPath: { namespace, root, cid, segments }, format }: Negotiated): boolean {
  if (format !== 'car' && segments.length > 0) {
    return false
  }

  return namespace === 'ipns'
    ? format === 'ipns-record' && isKey(root)
    : cid != null && (format === 'raw' || format === 'car')
}

function isKey (name: string): boolean {
  try {
    return parseCid(name).code === CODEC.libp2pKey
  } catch {
    return false // a domain
  }
}
