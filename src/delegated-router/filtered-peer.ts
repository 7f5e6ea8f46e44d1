import { multiaddr } from '@multiformats/multiaddr'

/** The filter value for peers with unknown protocols or addresses. */
const UNKNOWN = 'unknown'

/**
 * Applies the filters of a request to a peer (IPIP-484). Returns the peer with the matching addresses; undefined if it
 * does not match.
 *
 * @param protocols - the known protocols of the peer
 * @param query - with `filter-addrs` and `filter-protocols`
 */
export function filteredPeer<P extends { addresses: string[] }> (
  peer: P,
  protocols: readonly string[],
  query: URLSearchParams
): P | undefined {
  const wantedProtocols = namesOf(query, 'filter-protocols')
  const addressFilters = namesOf(query, 'filter-addrs')

  if (
    wantedProtocols.length > 0 &&
    !wantedProtocols.some((name) => protocols.length === 0 ? name === UNKNOWN : protocols.includes(name))
  ) {
    return undefined
  }

  if (addressFilters.length === 0 || (peer.addresses.length === 0 && addressFilters.includes(UNKNOWN))) {
    return peer
  }

  const wanted = addressFilters.filter((name) => !name.startsWith('!'))
  const unwanted = addressFilters.filter((name) => name.startsWith('!')).map((name) => name.slice(1))

  const addresses = peer.addresses.filter((address) => {
    const names = partsOf(address)
    return !names.some((name) => unwanted.includes(name)) &&
      (wanted.length === 0 || names.some((name) => wanted.includes(name)))
  })

  return addresses.length === 0 ? undefined : { ...peer, addresses }
}

function namesOf (query: URLSearchParams, name: string): string[] {
  return (query.get(name) ?? '').toLowerCase().split(',').filter((part) => part !== '')
}

function partsOf (address: string): string[] {
  try {
    return multiaddr(address).getComponents().map(({ name }) => name)
  } catch {
    return []
  }
}
