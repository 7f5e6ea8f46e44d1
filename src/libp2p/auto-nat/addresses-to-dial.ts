import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'

/** go-libp2p `p2p/host/autonat/options.go`, `maxPeerAddresses` */
const MAX_ADDRESSES = 16

const IP_FAMILIES = ['ip4', 'ip6']

/**
 * Returns the addresses at which a peer that asks for a dial may be dialled. Only its observed IP address is used, in
 * place of those that it names, so that it cannot make this node dial others (go-libp2p `p2p/host/autonat/svc.go`,
 * `handleDial`).
 *
 * @param observed - remote address of its connection
 * @param named - multiaddrs that the peer sent; invalid ones are ignored
 * @param willing - whether such an address may be dialled at all
 * @returns distinct addresses without an ID; none if it cannot be dialled
 */
export function addressesToDial (
  observed: Multiaddr,
  named: readonly Uint8Array[],
  willing: (address: Multiaddr) => boolean
): Multiaddr[] {
  const [host] = observed.getComponents()

  if (!IP_FAMILIES.includes(host.name) || host.value == null) {
    return []
  }

  const atHost = named.flatMap((bytes) => {
    const [first, ...rest] = componentsOf(bytes)
    return first == null || !IP_FAMILIES.includes(first.name) ? [] : [[host, ...rest]]
  })

  // The observed address is tried in addition to named ones, not in place of named ones that cannot be dialled here.
  const ways = [
    ...atHost.length > 0 && !atHost.some((way) => willing(toAddress(way))) ? [] : [observed.getComponents()],
    ...atHost
  ]
  return [...new Map(ways.map(toAddress).filter(willing).map((address) => [address.toString(), address])).values()]
    .slice(0, MAX_ADDRESSES)
}

type Component = ReturnType<Multiaddr['getComponents']>[number]

/** Converts components to an address, without a trailing ID. */
function toAddress (components: Component[]): Multiaddr {
  const last = components.at(-1)
  return multiaddr(
    (last?.name === 'p2p' ? components.slice(0, -1) : components).map(({ name, value }) =>
      `/${name}${value == null ? '' : `/${value}`}`
    ).join('')
  )
}

function componentsOf (bytes: Uint8Array): Component[] {
  try {
    return multiaddr(bytes).getComponents()
  } catch {
    return []
  }
}
