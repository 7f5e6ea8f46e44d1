/**
 * The setting `sync` of `Datastore.Spec`: which blocks are on disk when they are acknowledged, so that they survive a
 * power failure.
 *
 * - `pinned` (the default): blocks that belong to a record that is written in the same step (a pin, the MFS root);
 *   other blocks follow within seconds
 * - `true`: all blocks
 * - `false`: none, as in Kubo's default for flatfs
 *
 * A killed worker or browser never loses an acknowledged block.
 */
export type Sync = boolean | 'pinned'

export const DEFAULT_SYNC: Sync = 'pinned'

export function isSync (value: unknown): value is Sync {
  return typeof value === 'boolean' || value === 'pinned'
}
