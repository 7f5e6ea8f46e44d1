import { contentPathOfHost } from './content-path-of-host.ts'
import { siteLabel } from './site-label.ts'
import { splitSubdomainHost } from './split-subdomain-host.ts'

/** A content's own origin beside a node: `LABEL.ipfs.HOST`, `LABEL.ipns.HOST`. */
export interface Site {
  namespace: 'ipfs' | 'ipns'
  /** as the host says it */
  label: string
  /** the one label that this content has; it is served there alone, so that it is one origin and not several */
  canonicalLabel: string
  /** the content path that the origin stands for, without a slash at its end */
  root: string
  /** host of the node beside it, with its port */
  homeHost: string
}

/**
 * What a host stands for where it is a content's own origin; undefined for any other host, of a node above all, and where the
 * label is no root.
 *
 * @param host - with its port, in lower case, as a URL has it
 */
export function siteOfHost (host: string): Site | undefined {
  const split = splitSubdomainHost(host, () => true)

  if (split == null || (split.namespace !== 'ipfs' && split.namespace !== 'ipns') || split.root === '') {
    return undefined
  }

  const { namespace, root: label, gatewayHost: homeHost } = split
  const canonicalLabel = siteLabel(namespace, label)
  return canonicalLabel == null ? undefined : { namespace, label, canonicalLabel, root: contentPathOfHost({ namespace, root: canonicalLabel }), homeHost }
}
