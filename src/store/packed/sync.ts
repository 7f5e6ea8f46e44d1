/**
 * `sync` of `Datastore.Spec`: which blocks are on the disk when they are acknowledged, so that a power cut leaves them. `pinned`, the
 * default: those that something is recorded about in the same step (a pin, the root of the mutable files); others within seconds. `true`:
 * all. `false`: none, as in Kubo, whose flatfs has that for its default. A kill of worker or browser takes nothing from any.
 */
export type Sync = boolean | 'pinned'

export const DEFAULT_SYNC: Sync = 'pinned'

export function isSync (value: unknown): value is Sync {
  return typeof value === 'boolean' || value === 'pinned'
}
