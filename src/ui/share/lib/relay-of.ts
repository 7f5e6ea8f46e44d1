/** Returns the ID of the relay in a peer's address; undefined for an address without a relay. */
export function relayOf (address: string): string | undefined {
  return /\/p2p\/([^/]+)\/p2p-circuit(?:\/|$)/.exec(address)?.[1]
}
