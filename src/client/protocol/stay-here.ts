/**
 * Query parameter with which IPFS Companion leaves a request at its origin. Otherwise the extension redirects paths
 * below `/ipfs` and `/ipns` of any site to the Kubo of this device, which lacks what only this node has
 * (https://github.com/ipfs/ipfs-companion, README, "Toggle redirects"). It does not see fragments.
 */
export const STAY_HERE = 'x-ipfs-companion-no-redirect'

/**
 * Adds {@link STAY_HERE} to the address of a content.
 *
 * @param url - may have a query and a fragment
 */
export function stayHere (url: string): string {
  const [, address, fragment] = /^([^#]*)(.*)$/s.exec(url)!
  return `${address}${address.includes('?') ? '&' : '?'}${STAY_HERE}${fragment}`
}
