import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes } from '../../lib/text/format.ts'
import { t } from '../../lib/text/t.ts'
import { dialTarget } from '../../network/state/peers.ts'
import { RunInConsole } from '../../page/run-in-console.tsx'
import { leaveShared, shared, viewShared } from '../state/shared.ts'

/** Progress of a shared link: connects to the sender's node, and fetches the content. */
export function SharedNotice () {
  const { opening, came } = useStore(shared)

  return opening == null ? null : (
    <section class='panel notice-place' aria-label={t('Shared with you')}>
      <p role='status'>{came == null ? t('Connecting to the sender…') : t('Fetching')}</p>
      {came != null && (
        <p class='facts'>
          {t('{size} of {total} received', { size: bytes(Math.min(came.bytes, came.total)), total: bytes(came.total) })}
        </p>
      )}
      <div class='actions'>
        <progress aria-label={came == null ? t('Connecting') : t('Fetching')} max={came?.total} value={came?.bytes} />
        <button type='button' onClick={viewShared}>{t('View here')}</button>
        <button type='button' onClick={leaveShared}>{t('Cancel')}</button>
        <RunInConsole line={ranLine('swarm/connect', [dialTarget(opening.address)])} />
      </div>
    </section>
  )
}
