/**
 * The client for Kubo's RPC API, preconfigured for the node of this origin. Requires the package kubo-rpc-client.
 *
 * @example
 * ```ts
 * import { create } from 'swipfs/kubo'
 *
 * const ipfs = create()
 * const { cid } = await ipfs.add(file, { progress: (bytes) => { meter.value = bytes } })
 * ```
 * @packageDocumentation
 */
export { create } from './create.ts'
