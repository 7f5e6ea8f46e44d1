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
 * A request to a content's own origin below a gateway. Roots that are too long for a label, and names of keys in another form than
 * the one for hosts, are sent to the right one, so that a content has one origin.
 *
 * @throws StatusError 400 for a root that is no host name, or fits in no label
 */
export async function routeSubdomain (rq: Incoming, { root, namespace, gatewayHost }: SubdomainHost, gateway: PublicGateway): Promise<Response | Incoming> {
  if (!gateway.useSubdomains || !hasPathPrefix(`/${namespace}/${root}`, gateway.paths)) {
    return notFound(rq)
  }

  // dots alone would climb in the path
  if (root.split('.').includes('')) {
    throw new StatusError(400, `invalid host name ${goQuote(rq.host ?? '')}`)
  }

  if (subdomainLabel(namespace, root) != null && !isOneForm(namespace, root)) {
    const canonical = await ownOriginUrl(rq, `/${namespace}/${root}${rq.sentPath}`, { gatewayHost, inline: gateway.inlineDnslink })

    if (canonical != null) {
      return redirect(rq.request, rq.headers, canonical, 301)
    }
  }

  const name = namespace === 'ipns' ? await fullName(rq, root) : root
  return { ...rq, path: `/${namespace}/${name}${belowRoot(rq.sentPath)}`, gatewayUrl: `//${gatewayHost}`, originIsolated: true, deserialized: gateway.deserializedResponses }
}

/** Whether a root may stay as it is: a CID that fits, of a key with the codec of keys. */
function isOneForm (namespace: string, root: string): boolean {
  let cid: CID

  try {
    cid = parseCid(root)
  } catch {
    return false // a peer ID
  }

  return fitLabel(root, cid) === root && ((namespace !== 'ipns' && namespace !== 'p2p') || cid.code === CODEC.libp2pKey)
}

/** The domain name that a single label may stand for. One that has a link both ways is the longer one; with none that is what an error tells of. */
async function fullName (rq: Incoming, root: string): Promise<string> {
  if (!mayBeInlined(root) || subdomainLabel('ipns', root) != null) {
    return root
  }

  const domain = uninlineDnslink(root)
  return await hasDnslink(rq, domain) || !await hasDnslink(rq, root) ? domain : root
}
