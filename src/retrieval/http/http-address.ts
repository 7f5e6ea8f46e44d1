const HOSTS = ['dns', 'dns4', 'dns6', 'ip4', 'ip6']
const WITH_VALUE = [...HOSTS, 'tcp', 'sni', 'p2p', 'http-path']

/**
 * Converts an HTTP multiaddr to a URL without a trailing slash (boxo `bitswap/network/http_multiaddr.go`).
 * `/dns4/example.com/tcp/443/tls/http` and `/dns/example.com/tcp/443/https` are `https://example.com`.
 *
 * Returns undefined for all other multiaddrs, such as relays. Also if the TLS server name is not the host, because
 * `fetch` cannot set it.
 */
export function httpAddress (address: string): string | undefined {
  const parts = address.split('/').slice(1)
  const found = new Map<string, string>()

  while (parts.length > 0) {
    const protocol = parts.shift() as string

    if (!WITH_VALUE.includes(protocol) && !['tls', 'http', 'https'].includes(protocol)) {
      return undefined
    }

    found.set(protocol, WITH_VALUE.includes(protocol) ? parts.shift() ?? '' : protocol)
  }

  const hostProtocols = HOSTS.filter((name) => found.has(name))
  const host = found.get(hostProtocols[0] ?? '') ?? ''
  const isSecure = found.has('https') || (found.has('http') && found.has('tls'))
  const plain = found.has('http') ? 'http' : undefined
  const scheme = isSecure ? 'https' : plain
  const sni = found.get('sni')

  if (hostProtocols.length !== 1 || scheme == null || !found.has('tcp') || (sni != null && sni !== host)) {
    return undefined
  }

  return urlOf(
    scheme,
    hostProtocols[0] === 'ip6' ? `[${host}]` : host,
    found.get('tcp') as string,
    found.get('http-path') ?? ''
  )
}

/**
 * Builds the URL from its parts, which a router sent and may be anything.
 *
 * @returns undefined if a part contains more than it should
 */
function urlOf (scheme: string, host: string, port: string, path: string): string | undefined {
  const text = `${scheme}://${host}:${port}`

  if (!/^[\w.:[\]-]+$/.test(host) || !/^\d+$/.test(port) || !URL.canParse(text)) {
    return undefined
  }

  const decoded = decodePath(path)
  return decoded == null ? undefined : `${new URL(text).origin}${decoded}`
}

/** Decodes the path in front of `/ipfs`: '' or, for example, `/gateway`. */
function decodePath (path: string): string | undefined {
  try {
    const trimmed = decodeURIComponent(path).replace(/^\/+|\/+$/g, '')

    if (trimmed === '') {
      return ''
    }

    return /^[\w./~-]+$/.test(trimmed) && !trimmed.split('/').includes('..') ? `/${trimmed}` : undefined
  } catch {
    return undefined
  }
}
