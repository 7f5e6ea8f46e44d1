import type { CID } from 'multiformats/cid'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { parseCid } from '../../../cid/text/parse-cid.ts'
import { goQuote } from '../../../go/text/quote.ts'
import { redirect } from '../../../http/response/redirect.ts'
import { mayBeInlined, uninlineDnslink } from '../../../path/dnslink-label.ts'
import { StatusError } from '../../errors/gateway-errors.ts'
import { notFound } from '../../errors/plain-text.ts'
import { hasPathPrefix } from '../../request/public-gateway.ts'
import type { PublicGateway } from '../../request/public-gateway.ts'
import type { Incoming } from '../../request/request.ts'
import type { SubdomainHost } from '../labels/subdomain-host.ts'
import { fitLabel, subdomainLabel } from '../labels/subdomain-label.ts'
import { belowRoot, hasDnslink } from './dnslink-host.ts'
import { ownOriginUrl } from './own-origin-url.ts'

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
