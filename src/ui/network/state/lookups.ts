import { lookups as readLookups } from '../../../client/index.ts'
import type { Lookup, LookupSource } from '../../../client/index.ts'
import { Store } from '../../lib/reactive/store.ts'
import { areUnreachable } from '../lib/are-unreachable.ts'
import { noteHosts } from './connection.ts'

/** Polling interval while a lookup is displayed. */
const LOOK_MS = 2000

/** The requests of the node that wait for missing content. */
export const lookups = new Store<readonly Lookup[]>([])

let followers = 0
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Follows the lookups while something displays them and the page is visible.
 *
 * @returns a function that stops it
 */
export function followLookups (): () => void {
  if (followers++ === 0) {
    void refreshLookups()
  }
  return () => {
    if (--followers === 0) {
      clearTimeout(timer)
      lookups.set([])
    }
  }
}

/** Returns the places that were asked for a content, each once; of all lookups if none has this root. */
export function sourcesOf (list: readonly Lookup[], cid: string): LookupSource[] {
  const own = list.filter((lookup) => lookup.cid === cid)
  const sources = (own.length > 0 ? own : list).flatMap(({ sources }) => sources)
  return [...new Map(sources.map((source) => [source.name, source])).values()]
}

async function refreshLookups (): Promise<void> {
  if (document.visibilityState === 'visible') {
    const list = await readLookups().catch(() => undefined)

    if (list != null && followers > 0) {
      lookups.set(list)
      noteHosts(areUnreachable(list.flatMap(({ sources }) => sources)))
    }
  }

  if (followers > 0) {
    clearTimeout(timer)
    timer = setTimeout(() => {
      void refreshLookups()
    }, LOOK_MS)
  }
}
