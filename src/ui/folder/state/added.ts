import { Store } from '../../lib/reactive/store.ts'
import { keepLocal, readLocal } from '../../lib/text/local-text.ts'
import { onMoved } from './moved.ts'
import type { Move } from './moved.ts'

/** Storage key, for this browser. */
const KEY = 'swipfs-added'
/** Limit of remembered paths; the oldest are forgotten. */
const MAX_PATHS = 2000

/**
 * When the page put entries at their paths, in milliseconds since 1970. Entries of Files have no such time of their own,
 * because it would change their CIDs.
 */
export const added = new Store<ReadonlyMap<string, number>>(readAdded())

/**
 * Remembers the times from a backup. A time of this browser stays.
 *
 * @param folder - folder that the files were restored into
 */
export function restoreAdded (dates: ReadonlyArray<readonly [path: string, addedMs: number]>, folder: string): void {
  const restored = dates.map(([path, ms]) => [folder === '/' ? path : folder + path, ms] as const)
  putAdded(new Map([...restored, ...added.value]))
}

/** Remembers that entries were added now. */
export function noteAdded (paths: readonly string[], nowMs: number = Date.now()): void {
  const all = new Map(added.value)
  for (const path of paths) {
    all.delete(path) // The latest is last.
    all.set(path, nowMs)
  }
  putAdded(all)
}

/** Keeps the times of an entry, and of everything in it, when it is moved or renamed. */
export function moveAdded ({ from, to }: Move): void {
  const below = `${from}/`
  if ([...added.value.keys()].some((path) => path === from || path.startsWith(below))) {
    putAdded(
      new Map(
        [...added.value].map(([path, ms]) => [
          path === from || path.startsWith(below) ? to + path.slice(from.length) : path,
          ms
        ])
      )
    )
  }
}

onMoved(async (move) => {
  moveAdded(move)
  await Promise.resolve()
})

function putAdded (all: ReadonlyMap<string, number>): void {
  const latest = [...all].slice(-MAX_PATHS)
  added.set(new Map(latest))
  keepLocal(KEY, JSON.stringify(latest))
}

function readAdded (): ReadonlyMap<string, number> {
  try {
    const list = JSON.parse(readLocal(KEY) ?? '[]') as Array<[string, number]>
    return new Map(list.filter(([path, at]) => typeof path === 'string' && typeof at === 'number'))
  } catch {
    return new Map()
  }
}
