import { useEffect } from 'preact/hooks'
import { useStore } from '../../lib/reactive/store.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { Problem } from '../../page/loading/problem.tsx'
import { gone, takeNote, watchLoss } from '../state/loss.ts'

const GONE = (): PlainError => ({
  what: t('The stored data is gone.'),
  next: t(
    'The data of this site was deleted, by you or by the browser. The node starts empty with a new Peer ID. Add your files again from other copies.'
  )
})

/** Notice that the node's storage was deleted. */
export function DataGone () {
  const isGone = useStore(gone)

  useEffect(watchLoss, [])

  return isGone
    ? (
      <Problem problem={GONE()}>
        <button type='button' onClick={takeNote}>{t('I understand')}</button>
      </Problem>
    )
    : null
}
