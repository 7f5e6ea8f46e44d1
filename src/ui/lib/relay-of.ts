/** ID of the relay by which an address leads to a peer; undefined for an address that leads through none. */
export function relayOf (address: string): string | undefined {
  return /\/p2p\/([^/]+)\/p2p-circuit(?:\/|$)/.exec(address)?.[1]
}
