import type { CID } from 'multiformats/cid'
import { CODEC } from '../../cid/codec-codes.ts'
import { parseCid } from '../../cid/parse-cid.ts'
import { goQuote } from '../../go/quote.ts'
import { redirect } from '../../http/redirect.ts'
import type { Incoming } from '../request.ts'
import { StatusError } from '../status-error.ts'
import { belowRoot } from './below-root.ts'
import { fitLabel } from './fit-label.ts'
import { hasDnslink } from './has-dnslink.ts'
import { hasPathPrefix } from './has-path-prefix.ts'
import { mayBeInlined } from './may-be-inlined.ts'
import { notFound } from './not-found.ts'
import { ownOriginUrl } from './own-origin-url.ts'
import type { PublicGateway } from './public-gateway.ts'
import type { SubdomainHost } from './split-subdomain-host.ts'
import { subdomainLabel } from './subdomain-label.ts'
import { uninlineDnslink } from './uninline-dnslink.ts'

/**
 * Routes a request to a content's own origin below a gateway. Redirects CIDs that are too long for a label, and other
 * forms of key names, to the canonical host, so that a content has one origin.
 *
 * @throws StatusError 400 if the root is no host name, or does not fit in a label
 */
export async function routeSubdomain (
  rq: Incoming,
  { root, namespace, gatewayHost }: SubdomainHost,
  gateway: PublicGateway
): Promise<Response | Incoming> {
  if (!gateway.useSubdomains || !hasPathPrefix(`/${namespace}/${root}`, gateway.paths)) {
    return notFound(rq)
  }

  // Empty labels would become dot segments of the path.
  if (root.split('.').includes('')) {
    throw new StatusError(400, `invalid host name ${goQuote(rq.host ?? '')}`)
  }

  if (subdomainLabel(namespace, root) != null && !isOneForm(namespace, root)) {
    const canonical = await ownOriginUrl(rq, `/${namespace}/${root}${rq.sentPath}`, {
      gatewayHost,
      inline: gateway.inlineDnslink
    })

    if (canonical != null) {
      return redirect(rq.request, rq.headers, canonical, 301)
    }
  }

  const name = namespace === 'ipns' ? await fullName(rq, root) : root
  return {
    ...rq,
    path: `/${namespace}/${name}${belowRoot(rq.sentPath)}`,
    gatewayUrl: `//${gatewayHost}`,
    originIsolated: true,
    deserialized: gateway.deserializedResponses
  }
}

/** Whether a root is canonical: a CID that fits in a label, and for keys has the codec `libp2p-key`. */
function isOneForm (namespace: string, root: string): boolean {
  let cid: CID

  try {
    cid = parseCid(root)
  } catch {
    return false // a peer ID
  }

  return fitLabel(root, cid) === root && ((namespace !== 'ipns' && namespace !== 'p2p') || cid.code === CODEC.libp2pKey)
}

/**
 * Returns the domain name for a single label. If both names have a DNSLink, or neither has, it is the expanded one,
 * which error messages then mention.
 */
async function fullName (rq: Incoming, root: string): Promise<string> {
  if (!mayBeInlined(root) || subdomainLabel('ipns', root) != null) {
    return root
  }

  const domain = uninlineDnslink(root)
  return await hasDnslink(rq, domain) || !await hasDnslink(rq, root) ? domain : root
}
