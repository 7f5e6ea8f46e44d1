import { contentPathOfHost } from './content-path-of-host.ts'
import { siteLabel } from './site-label.ts'
import { splitSubdomainHost } from './split-subdomain-host.ts'

/** A site: a content at its own origin, `LABEL.ipfs.HOST` or `LABEL.ipns.HOST`, served with the node at `HOST`. */
export interface Site {
  namespace: 'ipfs' | 'ipns'
  /** label as in the host */
  label: string
  /** the canonical label; only it is served, so that a content has a single origin */
  canonicalLabel: string
  /** content path of the origin, without a trailing slash */
  root: string
  /** host of the home node, with its port */
  homeHost: string
}

/**
 * Returns the site of a host; undefined if it is no own origin, or the label is no root.
 *
 * @param host - with its port, in lower case, as in a URL
 */
export function siteOfHost (host: string): Site | undefined {
  const split = splitSubdomainHost(host, () => true)

  if (split == null || (split.namespace !== 'ipfs' && split.namespace !== 'ipns') || split.root === '') {
    return undefined
  }

  const { namespace, root: label, gatewayHost: homeHost } = split
  const canonicalLabel = siteLabel(namespace, label)
  return canonicalLabel == null
    ? undefined
    : { namespace, label, canonicalLabel, root: contentPathOfHost({ namespace, root: canonicalLabel }), homeHost }
}
