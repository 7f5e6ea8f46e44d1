import { useEffect } from 'preact/hooks'
import { useStore } from '../../lib/reactive/store.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { Problem } from '../../page/problem.tsx'
import { gone, takeNote, watchLoss } from '../state/loss.ts'

const GONE = (): PlainError => ({
  what: t('What was kept here is gone.'),
  next: t(
    'The data of this site was deleted, by somebody who cleared it or by the browser. The node starts empty, under a new name; files that you have elsewhere can be added again.'
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
