import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { parseCid } from '../../cid/text/parse-cid.ts'
import { StatusError } from '../errors/status-error.ts'
import type { Negotiated } from '../request/request.ts'

const REFUSAL =
  'only trustless requests are accepted on this gateway: https://specs.ipfs.tech/http-gateways/trustless-gateway/'

/** Refuses unverifiable formats if `Gateway.DeserializedResponses` is off, globally or for this host. */
export function trustlessOnly (rq: Negotiated): undefined {
  if (!rq.deserialized && !isTrustless(rq)) {
    throw new StatusError(406, REFUSAL)
  }
}

/**
 * Whether a request is trustless (specs.ipfs.tech/http-gateways/trustless-gateway): a block or a record without a path,
 * or a CAR.
 */
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
