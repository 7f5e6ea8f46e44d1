import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'

/** go-libp2p `p2p/host/autonat/options.go`, `maxPeerAddresses` */
const MAX_ADDRESSES = 16

const IP_FAMILIES = ['ip4', 'ip6']

/**
 * Where a peer may be dialled that asks to be: at the IP address alone that it was seen at, which stands in the place of those that
 * it names, so that nobody can have others dialled (go-libp2p `p2p/host/autonat/svc.go`, `handleDial`).
 *
 * @param observed - where its connection comes from
 * @param named - multiaddrs that the peer says; those that are none are let be
 * @param willing - whether such an address is dialled at all
 * @returns addresses without an ID, each once; none where it cannot be dialled
 */
export function addressesToDial (observed: Multiaddr, named: readonly Uint8Array[], willing: (address: Multiaddr) => boolean): Multiaddr[] {
  const [host] = observed.getComponents()

  if (!IP_FAMILIES.includes(host.name) || host.value == null) {
    return []
  }

  const atHost = named.flatMap((bytes) => {
    const [first, ...rest] = componentsOf(bytes)
    return first == null || !IP_FAMILIES.includes(first.name) ? [] : [[host, ...rest]]
  })

  // an address that the peer has not named is tried beside those that it has, and not in the place of those that nobody here can dial
  const ways = [...atHost.length > 0 && !atHost.some((way) => willing(toAddress(way))) ? [] : [observed.getComponents()], ...atHost]
  return [...new Map(ways.map(toAddress).filter(willing).map((address) => [address.toString(), address])).values()].slice(0, MAX_ADDRESSES)
}

type Component = ReturnType<Multiaddr['getComponents']>[number]

/** An ID at the end is left out. */
function toAddress (components: Component[]): Multiaddr {
  const last = components.at(-1)
  return multiaddr((last?.name === 'p2p' ? components.slice(0, -1) : components).map(({ name, value }) => `/${name}${value == null ? '' : `/${value}`}`).join(''))
}

function componentsOf (bytes: Uint8Array): Component[] {
  try {
    return multiaddr(bytes).getComponents()
  } catch {
    return []
  }
}
