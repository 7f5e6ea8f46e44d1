import { useEffect, useState } from 'preact/hooks'
import { explored, stopLooking } from '../content/state/explore.ts'
import { ranLine } from '../lib/command/lines/ran-line.ts'
import { pathParts } from '../lib/links/mfs-path.ts'
import { useStore } from '../lib/reactive/store.ts'
import { duration } from '../lib/text/format.ts'
import { rich } from '../lib/text/rich.ts'
import { t } from '../lib/text/t.ts'
import { AskedNow } from '../network/parts/asked-now.tsx'
import { Providers } from '../network/parts/providers.tsx'
import { RunInConsole } from '../page/run-in-console.tsx'

/** Delay before the contacted sources are displayed. */
const LONG_MS = 10_000
const TICK_MS = 1000

/** Search progress for missing content: contacted sources, duration, and a stop button. */
export function ExploreLooking ({ onAgain }: { onAgain: () => void }) {
  const { path, looking, since } = useStore(explored)
  const [now, setNow] = useState(Date.now())
  const isElsewhere = looking === 'elsewhere'

  useEffect(() => {
    if (!isElsewhere) {
      return
    }
    const timer = setInterval(() => {
      setNow(Date.now())
    }, TICK_MS)
    return () => {
      clearInterval(timer)
    }
  }, [isElsewhere])

  if (looking === 'here') {
    return <p class='empty'>{t('Searching…')}</p>
  }

  if (looking === 'stopped') {
    return (
      <p class='actions'>
        {t('Stopped. Nothing was saved.')} <button type='button' onClick={onAgain}>{t('Check again')}</button>
      </p>
    )
  }

  const [namespace, root] = pathParts(path)
  const waitedMs = Math.max(0, now - (since ?? now))

  return (
    <div class='notice'>
      <p>
        {rich(
          namespace === 'ipns'
            ? t('Resolving the name. Asked {whom}')
            : t('Looking for it. Asked {whom}'),
          { whom: <AskedNow /> }
        )}
        {waitedMs >= TICK_MS && `; ${t('for {duration}', { duration: duration(waitedMs / 1000) })}`}
      </p>
      <progress aria-label={t('Searching')} />
      <div class='actions'>
        <button type='button' onClick={stopLooking}>{t('Cancel')}</button>{' '}
        <RunInConsole line={ranLine('dag/resolve', [path])} />
      </div>
      {waitedMs > LONG_MS && namespace === 'ipfs' && root != null && <Providers cid={root} />}
    </div>
  )
}
