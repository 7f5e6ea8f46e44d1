/**
 * Adds the node to an app that is built by Vite.
 *
 * @example
 * ```ts
 * // vite.config.ts
 * import { swipfs } from 'swipfs/vite'
 *
 * export default { plugins: [swipfs()] }
 * ```
 * @packageDocumentation
 */
export { swipfs, swipfs as default } from './swipfs.ts'
export type { SwipfsPluginOptions } from './swipfs.ts'
