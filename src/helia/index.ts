/**
 * The node of this origin as a Helia, for `@helia/unixfs`, `@helia/dag-cbor`, `@helia/car`, `@helia/ipns` and others.
 * They run unchanged, and store their data in the repo that all tabs, the RPC and the gateway share.
 *
 * @example
 * ```ts
 * import { unixfs } from '@helia/unixfs'
 * import { ready, register } from 'swipfs'
 * import { helia } from 'swipfs/helia'
 *
 * await register()
 * await ready()
 * const cid = await unixfs(helia()).addBytes(new TextEncoder().encode('hi'))
 * image.src = `/ipfs/${cid}`
 * ```
 * @packageDocumentation
 */
export { helia } from './helia.ts'
export type { HeliaOptions, SharedHelia } from './helia.ts'
