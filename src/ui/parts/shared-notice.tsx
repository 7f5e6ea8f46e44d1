import { ranLine } from '../lib/command/ran-line.ts'
import { useStore } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { dialTarget } from '../state/peers.ts'
import { leaveShared, shared, viewShared } from '../state/shared.ts'
import { RunInConsole } from './run-in-console.tsx'

/** Somebody has shared something, and their node is being met. */
export function SharedNotice () {
  const { opening } = useStore(shared)

  return opening == null ? null : (
    <section class='panel notice-place' aria-label={t('Shared with you')}>
      <p role='status'>{t('Connecting to who shares this with you…')}</p>
      <div class='actions'>
        <progress aria-label={t('Connecting')} />
        <button type='button' onClick={viewShared}>{t('View it here')}</button>
        <button type='button' onClick={leaveShared}>{t('Cancel')}</button>
        <RunInConsole line={ranLine('swarm/connect', [dialTarget(opening.address)])} />
      </div>
    </section>
  )
}
