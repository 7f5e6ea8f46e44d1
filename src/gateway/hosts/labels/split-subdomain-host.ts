import { isSubdomainNamespace } from './subdomain-namespace.ts'
import type { SubdomainNamespace } from './subdomain-namespace.ts'

/** The parts of `ROOT.NAMESPACE.GATEWAY`. */
export interface SubdomainHost {
  /** a CID, the name of a key, or a domain name (possibly in one label), in its original case */
  root: string
  namespace: SubdomainNamespace
  /** gateway host, with its port */
  gatewayHost: string
}

/**
 * Splits the host of an own origin (boxo `knownSubdomainDetails`). A root may contain dots: it can be a domain name.
 *
 * @param host - with its port, as it was sent
 * @param isGateway - whether a host, with its port, is a gateway
 * @returns undefined for any other host
 * @example
 *   splitSubdomainHost('docs.ipfs.tech.ipns.localhost:8080', (host) => host === 'localhost:8080')
 *   // { root: 'docs.ipfs.tech', namespace: 'ipns', gatewayHost: 'localhost:8080' }
 */
export function splitSubdomainHost (host: string, isGateway: (host: string) => boolean): SubdomainHost | undefined {
  const labels = host.split('.')

  // Shortest gateway first.
  for (let i = labels.length - 1; i >= 2; i--) {
    const gatewayHost = labels.slice(i).join('.')
    const namespace = labels[i - 1].toLowerCase()

    if (isSubdomainNamespace(namespace) && isGateway(gatewayHost)) {
      return { root: labels.slice(0, i - 1).join('.'), namespace, gatewayHost }
    }
  }

  return undefined
}
