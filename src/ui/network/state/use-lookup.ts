import { useEffect } from 'preact/hooks'
import type { LookupSource } from '../../../client/index.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { followLookups, lookups, sourcesOf } from './lookups.ts'

/** Returns the places that were asked for a content, while the component is displayed. */
export function useLookup (cid: string): LookupSource[] {
  const list = useStore(lookups)
  useEffect(followLookups, [])
  return sourcesOf(list, cid)
}
