import { ifMultiaddr } from '../../../src/net/addresses/parse-multiaddr.ts'

const PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' }

/**
 * Returns the WebSocket address of a node on the edge; undefined for an invalid URL.
 *
 * @param origin - HTTP origin of the node, such as `https://node.example`
 */
export function peerAddress (origin: string): string | undefined {
  if (!URL.canParse(origin)) {
    return undefined
  }

  const { protocol, hostname, port } = new URL(origin)
  const address = `${hostAddress(hostname)}/tcp/${port || PORTS[protocol]}/${protocol === 'https:' ? 'wss' : 'ws'}`
  return protocol in PORTS ? ifMultiaddr(address)?.toString() : undefined
}

/** Returns a host name as the start of a multiaddr. */
function hostAddress (hostname: string): string {
  if (hostname.startsWith('[')) {
    return `/ip6/${hostname.slice(1, -1)}`
  }

  return /^[\d.]+$/.test(hostname) ? `/ip4/${hostname}` : `/dns/${hostname}`
}
