/**
 * `sync` of `Datastore.Spec`: which blocks are on disk when they are acknowledged, so that they survive a power
 * failure. `pinned`, the default: blocks that something is recorded about in the same step (a pin, the MFS root);
 * others follow within seconds. `true`: all. `false`: none, as in Kubo, whose flatfs has that default. A killed worker
 * or browser never loses an acknowledged block.
 */
export type Sync = boolean | 'pinned'

export const DEFAULT_SYNC: Sync = 'pinned'

export function isSync (value: unknown): value is Sync {
  return typeof value === 'boolean' || value === 'pinned'
}
