import { useEffect, useState } from 'preact/hooks'
import type { LookupSource } from '../../../client/index.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { duration } from '../../lib/text/format.ts'
import { t, words } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'
import { lookupOutcome } from '../lib/lookup-outcome.ts'
import type { LookupOutcome } from '../lib/lookup-outcome.ts'
import { followLookups, lookups, sourcesOf } from '../state/lookups.ts'
import { AskedPlaces } from './asked-places.tsx'

/** Time after which the places and their answers are displayed. */
const LONG_MS = 10_000
const TICK_MS = 1000

const OUTCOMES: Readonly<Record<LookupOutcome, Words>> = {
  asking: words('Looking for it…'),
  found: words('A copy is known. Waiting for it…'),
  away: words('None of the places could be reached. It is tried again by itself.'),
  nowhere: words('No place has it right now. The only copies may be offline.')
}

interface LookupFactsProps {
  cid: string
  /** start of the search, from `Date.now` */
  since: number
  /** whether a bar shows that the search goes on */
  hasBar?: boolean
}

/** The progress of a search for missing content; after a while, the places that were asked, and their answers. */
export function LookupFacts ({ cid, since, hasBar = true }: LookupFactsProps) {
  const sources = useLookup(cid)
  const [now, setNow] = useState(Date.now())
  const outcome = lookupOutcome(sources)
  const hasEnded = outcome === 'away' || outcome === 'nowhere'
  const waitedMs = Math.max(0, now - since)
  const isLong = waitedMs >= LONG_MS

  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now())
    }, TICK_MS)
    return () => {
      clearInterval(timer)
    }
  }, [])

  return (
    <div class='lookup' data-outcome={outcome}>
      <p>
        <span role='status'>{t(OUTCOMES[isLong || hasEnded ? outcome : 'asking'])}</span>
        {waitedMs >= TICK_MS && <span class='facts'>{duration(waitedMs / 1000)}</span>}
      </p>
      {hasBar && !hasEnded && <progress aria-label={t('Looking for it…')} />}
      {(isLong || hasEnded) && <AskedPlaces sources={sources} />}
    </div>
  )
}

/** Returns the places that were asked for a content, while the component is displayed. */
function useLookup (cid: string): LookupSource[] {
  const list = useStore(lookups)
  useEffect(followLookups, [])
  return sourcesOf(list, cid)
}
