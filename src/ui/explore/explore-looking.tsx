import { explored, leaveLooking, stopLooking } from '../content/state/explore.ts'
import { ranLine } from '../lib/command/lines/ran-line.ts'
import { pathParts } from '../lib/links/mfs-path.ts'
import { useStore } from '../lib/reactive/store.ts'
import { rich } from '../lib/text/rich.ts'
import { t } from '../lib/text/t.ts'
import { AskedNow } from '../network/parts/asked-now.tsx'
import { BackgroundButton } from '../network/parts/background-button.tsx'
import { LookupFacts } from '../network/parts/lookup-facts.tsx'
import { RunInConsole } from '../page/controls/run-in-console.tsx'

/** Search for missing content: its progress and duration, the places that were asked, and buttons to leave it. */
export function ExploreLooking ({ onAgain }: { onAgain: () => void }) {
  const { path, looking, since = 0 } = useStore(explored)
  const [namespace, root = ''] = pathParts(path)

  if (looking === 'here') {
    return <p class='empty'>{t('Searching…')}</p>
  }

  if (looking === 'stopped' || looking === 'background') {
    return (
      <p class='actions'>
        {looking === 'stopped'
          ? t('Stopped. Nothing was saved.')
          : t('The search continues in the background. A message appears here when it is found.')}{' '}
        <button type='button' onClick={onAgain}>{t('Check again')}</button>
      </p>
    )
  }

  return (
    <div class='notice'>
      <p>
        {rich(
          namespace === 'ipns'
            ? t('Looking up where the name points: {sources}')
            : t('It is not in this browser. Asking {sources}'),
          { sources: <AskedNow /> }
        )}
      </p>
      <LookupFacts cid={root} since={since} />
      <div class='actions'>
        {namespace === 'ipfs' && <BackgroundButton path={path} onStart={leaveLooking} />}
        <button type='button' onClick={stopLooking}>{t('Cancel')}</button>{' '}
        <RunInConsole line={ranLine('dag/resolve', [path])} />
      </div>
    </div>
  )
}
