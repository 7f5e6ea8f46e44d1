import { ifMultiaddr } from '../../src/net/if-multiaddr.ts'

const PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' }

/**
 * The address at which peers reach a node of the edge by WebSockets; undefined for a URL that cannot be one.
 *
 * @param origin - as `https://node.example`, where the node is reached by HTTP
 */
export function peerAddress (origin: string): string | undefined {
  if (!URL.canParse(origin)) {
    return undefined
  }

  const { protocol, hostname, port } = new URL(origin)
  const host = /^[\d.]+$/.test(hostname) ? `/ip4/${hostname}` : hostname.startsWith('[') ? `/ip6/${hostname.slice(1, -1)}` : `/dns/${hostname}`
  const address = `${host}/tcp/${port || PORTS[protocol]}/${protocol === 'https:' ? 'wss' : 'ws'}`
  return protocol in PORTS ? ifMultiaddr(address)?.toString() : undefined
}
