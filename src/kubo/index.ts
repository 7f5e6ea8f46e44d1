/**
 * The client written for Kubo, ready for the node of this origin. Needs the package kubo-rpc-client beside this one.
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
