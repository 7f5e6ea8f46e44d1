import type { PathTarget } from '../request/backend.ts'

/**
 * Sets one CID for each prefix of the path, so that caches can keep unchanged parts
 * (specs.ipfs.tech/http-gateways/path-gateway, "X-Ipfs-Roots").
 */
export function setIpfsRoots (headers: Headers, { roots }: PathTarget): void {
  headers.set('X-Ipfs-Roots', roots.map(String).join(','))
}
