import { base36 } from 'multiformats/bases/base36'
import { CID } from 'multiformats/cid'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { parsePeerId } from '../../../cid/peer-id/parse-peer-id.ts'
import { escapePath } from '../../../go/url/escape.ts'
import { redirect } from '../../../http/response/redirect.ts'
import type { Incoming } from '../../request/request.ts'

/**
 * Redirects names of keys to their canonical form, which fits into a host name: a CID in base36 (boxo
 * `handleIpnsB58mhToCidRedirection`).
 */
export function redirectToCanonicalName (
  { request, path, rawQuery, headers, originIsolated }: Incoming
): Response | undefined {
  const [, namespace, name, ...rest] = path.split('/')

  // On an own origin the name is not part of the URL path.
  if (namespace !== 'ipns' || name == null || originIsolated) {
    return undefined
  }

  const canonical = keyName(name)

  return canonical == null || canonical === name
    ? undefined
    : redirect(
      request,
      headers,
      escapePath(['/ipns', canonical, ...rest].join('/')) + (rawQuery === '' ? '' : `?${rawQuery}`),
      302
    )
}

/**
 * Parses a peer ID or the CID of a key, and returns it in base36 (go-libp2p `peer.Decode`); undefined for other names,
 * such as domains.
 */
function keyName (name: string): string | undefined {
  try {
    return CID.createV1(CODEC.libp2pKey, parsePeerId(name)).toString(base36)
  } catch {
    return undefined // no key, so a domain
  }
}
