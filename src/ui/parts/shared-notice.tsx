import { ranLine } from '../lib/command/ran-line.ts'
import { bytes } from '../lib/format.ts'
import { useStore } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { dialTarget } from '../state/peers.ts'
import { leaveShared, shared, viewShared } from '../state/shared.ts'
import { RunInConsole } from './run-in-console.tsx'

/** Progress of a shared link: connects to the sender's node, and fetches the content. */
export function SharedNotice () {
  const { opening, came } = useStore(shared)

  return opening == null ? null : (
    <section class='panel notice-place' aria-label={t('Shared with you')}>
      <p role='status'>{came == null ? t('Connecting to who shares this with you…') : t('Fetching')}</p>
      {came != null && (
        <p class='facts'>
          {t('{size} of {total} came in', { size: bytes(Math.min(came.bytes, came.total)), total: bytes(came.total) })}
        </p>
      )}
      <div class='actions'>
        <progress aria-label={came == null ? t('Connecting') : t('Fetching')} max={came?.total} value={came?.bytes} />
        <button type='button' onClick={viewShared}>{t('View it here')}</button>
        <button type='button' onClick={leaveShared}>{t('Cancel')}</button>
        <RunInConsole line={ranLine('swarm/connect', [dialTarget(opening.address)])} />
      </div>
    </section>
  )
}
