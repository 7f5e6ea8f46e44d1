import { useEffect, useState } from 'preact/hooks'
import { Rate } from '../../lib/data/rate.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes } from '../../lib/text/format.ts'
import { rich } from '../../lib/text/rich.ts'
import { t } from '../../lib/text/t.ts'
import { AskedNow } from '../../network/parts/asked-now.tsx'
import { StalledLookup } from '../../network/parts/stalled-lookup.tsx'
import { countHere, explored } from '../state/explore.ts'

/**
 * Pause between two measurements, absolute and relative to the last duration, because measuring takes the node's time.
 */
const REST_MS = 1000
const REST_TIMES = 10

/**
 * Progress while a file with missing blocks is shown: amount, rate, contacted sources, and a stop button.
 *
 * @param stop - hides the file, which cancels its requests
 */
export function FetchedSoFar ({ stop }: { stop: () => void }) {
  const { local, node } = useStore(explored)
  const cid = node?.cid
  const [rate] = useState(() => new Rate())
  const isWhole = local.is === 'all'
  const { bytes: here, of } = local.is === 'some' ? local : {}

  useEffect(() => {
    if (isWhole) {
      return
    }
    const gone = new AbortController()
    void recount(gone.signal)
    return () => {
      gone.abort()
    }
  }, [isWhole])

  useEffect(() => {
    if (here != null) {
      rate.mark(here, performance.now())
    }
  }, [here])

  if (isWhole) {
    return null
  }

  return (
    <div class='notice'>
      <progress aria-label={t('Fetching')} max={of} value={of == null ? undefined : here} />
      <p class='facts'>
        {here != null && of != null && <span>{t('{size} of {total}', { size: bytes(here), total: bytes(of) })}</span>}
        {' '}
        {rate.bytesPerSecond != null && rate.bytesPerSecond > 0 && (
          <span>{t('{size}/s', { size: bytes(rate.bytesPerSecond) })}</span>
        )} <span>{rich(t('Asked {whom}'), { whom: <AskedNow /> })}</span>
      </p>
      {cid != null && <StalledLookup cid={cid} progress={here ?? 0} />}
      <div class='actions'>
        <button type='button' onClick={stop}>{t('Cancel')}</button>
      </div>
    </div>
  )
}

async function recount (signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const began = performance.now()
    await countHere({ quietly: true })
    const restMs = Math.max(REST_MS, REST_TIMES * (performance.now() - began))
    await new Promise((resolve) => {
      setTimeout(resolve, restMs)
    })
  }
}
