import { useState } from 'preact/hooks'
import { cancelAllFetches, fetches, isFetching } from '../../intake/state/fetches.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t, tn } from '../../lib/text/t.ts'
import { ShowMore } from '../../page/controls/show-more.tsx'
import { FetchRow } from './fetch-row.tsx'

/** Rows per step; hundreds of CIDs can be pasted at once. */
const STEP = 50

/**
 * Contents that the user asked for by their CIDs: running, queued, and failed ones.
 *
 * @param said - text that is already displayed above
 */
export function FetchList ({ said }: { said?: string }) {
  const list = useStore(fetches)
  const [most, setMost] = useState(STEP)
  const active = list.filter(isFetching).length
  const title = active > 0 ? tn(active, 'Fetching {n} item', 'Fetching {n} items') : t('Not fetched')

  if (list.length === 0) {
    return null
  }
  return (
    <section class='panel' aria-labelledby='fetches-title'>
      <div class='panel-head'>
        <h2 id='fetches-title' class={title === said ? 'unseen' : undefined}>{title}</h2>
        {active > 1 && <button type='button' class='quiet' onClick={cancelAllFetches}>{t('Cancel all')}</button>}
      </div>
      <ul class='rows scroll'>
        {list.slice(0, most).map((one) => <FetchRow key={one.id} fetch={one} />)}
      </ul>
      <ShowMore
        left={list.length - most}
        show={() => {
          setMost(most + STEP)
        }}
      />
    </section>
  )
}
