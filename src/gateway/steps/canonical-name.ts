import { CID } from 'multiformats/cid'
import { base36 } from 'multiformats/bases/base36'
import { base58btc } from 'multiformats/bases/base58'
import { decode } from 'multiformats/hashes/digest'
import { CODEC } from '../../cid/codec-codes.ts'
import { parseCid } from '../../cid/parse-cid.ts'
import { escapePath } from '../../go/escape.ts'
import { redirect } from '../../http/redirect.ts'
import type { Incoming } from '../request.ts'

/** Names of keys have one form, the one that also fits into a host name: a CID in base36 (boxo `handleIpnsB58mhToCidRedirection`). */
export function redirectToCanonicalName ({ request, path, rawQuery, headers, originIsolated }: Incoming): Response | undefined {
  const [, namespace, name, ...rest] = path.split('/')

  // on a host of its own the name is not in the URL
  if (namespace !== 'ipns' || name == null || originIsolated) {
    return undefined
  }

  const canonical = keyName(name)

  return canonical == null || canonical === name
    ? undefined
    : redirect(request, headers, escapePath(['/ipns', canonical, ...rest].join('/')) + (rawQuery === '' ? '' : `?${rawQuery}`), 302)
}

/** A peer ID or the CID of a key in base36 (go-libp2p `peer.Decode`); undefined for other names, domains above all. */
function keyName (name: string): string | undefined {
  try {
    const cid = name.startsWith('Qm') || name.startsWith('1')
      ? CID.createV1(CODEC.libp2pKey, decode(base58btc.baseDecode(name)))
      : parseCid(name)

    return cid.code === CODEC.libp2pKey ? cid.toString(base36) : undefined
  } catch {
    return undefined // no key, so a domain
  }
}
