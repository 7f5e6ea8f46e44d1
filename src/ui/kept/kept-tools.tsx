import { ranLine } from '../lib/command/lines/ran-line.ts'
import { useStore } from '../lib/reactive/store.ts'
import { t, tn } from '../lib/text/t.ts'
import { Problem } from '../page/problem.tsx'
import { RunInConsole } from '../page/run-in-console.tsx'
import { sizes } from '../storage/state/sizes.ts'
import { forgetVerified, stopVerifying, verify, verifyAll } from '../storage/state/verify.ts'
import type { PinChoice } from './chosen-pins.ts'

/** Filter, order and verification of the pins. */
export function KeptTools ({ choice, choose }: { choice: PinChoice; choose: (part: Partial<PinChoice>) => void }) {
  const checking = useStore(verify)
  const { left } = useStore(sizes)

  return (
    <>
      <form
        class='tools'
        role='search'
        aria-label={t('What is kept here')}
        onSubmit={(event) => {
          event.preventDefault()
        }}
      >
        <label class='wide'>
          {t('Names with')}{' '}
          <input
            type='search'
            value={choice.text}
            autocomplete='off'
            spellcheck={false}
            onInput={({ currentTarget }) => {
              choose({ text: currentTarget.value })
            }}
          />
        </label>
        <label>
          {t('Order')}{' '}
          <select
            value={choice.sort}
            onChange={({ currentTarget }) => {
              choose({ sort: currentTarget.value as PinChoice['sort'] })
            }}
          >
            <option value='name'>{t('Name')}</option>
            <option value='size'>{t('Size')}</option>
            <option value='since'>{t('Newest first')}</option>
          </select>
        </label>
        <button
          type='button'
          aria-pressed={choice.descending}
          onClick={() => {
            choose({ descending: !choice.descending })
          }}
        >
          {t('Reversed')}
        </button>
        <span class='with-command'>
          {checking.is === 'running'
            ? <button type='button' onClick={stopVerifying}>{t('Stop')}</button>
            : (
              <button
                type='button'
                onClick={() => {
                  void verifyAll()
                }}
              >
                {t('Verify all')}
              </button>
            )}
          <RunInConsole line={ranLine('pin/verify', [], { verbose: 'true' })} />
        </span>
      </form>
      {choice.sort === 'size' && left > 0 && (
        <p class='facts'>
          {tn(left, 'Looking how large they are: {n} item left', 'Looking how large they are: {n} items left')}
        </p>
      )}
      {checking.is === 'running' && (
        <>
          <progress aria-label={t('Verifying')} />
          <p class='facts'>
            {tn(checking.done, 'Reading every block: {n} item so far', 'Reading every block: {n} items so far')}
          </p>
        </>
      )}
      {checking.is === 'done' && (
        <p class='actions'>
          <span class={checking.broken === 0 ? 'state good' : 'state bad'}>
            {checking.broken === 0
              ? tn(
                checking.done,
                'Every block of {n} item was read, and is what its address says.',
                'Every block of {n} items was read, and is what its address says.'
              )
              : tn(checking.broken, '{n} item is not whole.', '{n} items are not whole.')}
          </span>
          <button type='button' class='quiet' onClick={forgetVerified}>{t('Dismiss')}</button>
        </p>
      )}
      {checking.is === 'failed' && (
        <Problem problem={checking.problem}>
          <button type='button' onClick={forgetVerified}>{t('Dismiss')}</button>
        </Problem>
      )}
    </>
  )
}
