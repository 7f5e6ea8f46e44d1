import { ranLine } from '../lib/command/lines/ran-line.ts'
import { useStore } from '../lib/reactive/store.ts'
import { t, tn } from '../lib/text/t.ts'
import { RunInConsole } from '../page/controls/run-in-console.tsx'
import { Problem } from '../page/loading/problem.tsx'
import { forgetVerified, stopVerifying, verify, verifyAll } from '../storage/state/verify.ts'

/** Checks that all pins are complete, by reading every block. */
export function PinnedVerify () {
  const state = useStore(verify)

  switch (state.is) {
    case 'idle':
      return (
        <span class='with-command'>
          <button
            type='button'
            onClick={() => {
              void verifyAll()
            }}
          >
            {t('Verify all')}
          </button>
          <RunInConsole line={ranLine('pin/verify', [], { verbose: 'true' })} />
        </span>
      )
    case 'running':
      return (
        <span class='actions'>
          <progress aria-label={t('Verifying')} />
          <span class='facts'>{tn(state.done, 'Verified {n} item so far', 'Verified {n} items so far')}</span>
          <button type='button' onClick={stopVerifying}>{t('Stop')}</button>
        </span>
      )
    case 'done':
      return (
        <span class='actions'>
          <span class={state.broken === 0 ? 'state good' : 'state bad'}>
            {state.broken === 0
              ? tn(state.done, '{n} item is complete.', 'All {n} items are complete.')
              : tn(state.broken, '{n} item is incomplete.', '{n} items are incomplete.')}
          </span>
          <button type='button' class='quiet' onClick={forgetVerified}>{t('Dismiss')}</button>
        </span>
      )
    case 'failed':
      return (
        <Problem problem={state.problem}>
          <button type='button' onClick={forgetVerified}>{t('Dismiss')}</button>
        </Problem>
      )
  }
}
