import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { Problem } from '../../page/loading/problem.tsx'
import { actionState, dismissProblem } from '../state/dispatch.ts'

/** The error of the last action, until it is dismissed or another action begins. */
export function ActionProblem () {
  const { problem } = useStore(actionState)

  return problem == null ? null : (
    <Problem problem={problem}>
      <button type='button' onClick={dismissProblem}>{t('Dismiss')}</button>
    </Problem>
  )
}
