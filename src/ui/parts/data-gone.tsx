import { useEffect } from 'preact/hooks'
import type { PlainError } from '../lib/plain-error.ts'
import { useStore } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { gone, takeNote, watchLoss } from '../state/loss.ts'
import { Problem } from './problem.tsx'

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
