import type { PinChoice } from '../lib/chosen-pins.ts'
import { count } from '../lib/format.ts'
import { useStore } from '../lib/store.ts'
import { sizes } from '../state/sizes.ts'
import { forgetVerified, stopVerifying, verify, verifyAll } from '../state/verify.ts'
import { Problem } from './problem.tsx'

/** Looking through what is kept: by name, by size, and whether it is whole. */
export function KeptTools ({ choice, choose }: { choice: PinChoice, choose: (part: Partial<PinChoice>) => void }) {
  const checking = useStore(verify)
  const { left } = useStore(sizes)

  return (
    <>
      <form class='tools' role='search' aria-label='What is kept here' onSubmit={(event) => { event.preventDefault() }}>
        <label class='wide'>Names with <input type='search' value={choice.text} autocomplete='off' spellcheck={false} onInput={({ currentTarget }) => { choose({ text: currentTarget.value }) }} /></label>
        <label>Order <select value={choice.sort} onChange={({ currentTarget }) => { choose({ sort: currentTarget.value as PinChoice['sort'] }) }}>
          <option value='name'>Name</option>
          <option value='size'>Size</option>
        </select></label>
        <button type='button' aria-pressed={choice.descending} onClick={() => { choose({ descending: !choice.descending }) }}>Reversed</button>
        {checking.is === 'running'
          ? <button type='button' onClick={stopVerifying}>Stop</button>
          : <button type='button' onClick={() => { void verifyAll() }}>Verify all</button>}
      </form>
      {choice.sort === 'size' && left > 0 && <p class='facts'>Looking how large they are: {count(left, 'item')} left</p>}
      {checking.is === 'running' && <><progress aria-label='Verifying' /><p class='facts'>Reading every block: {count(checking.done, 'item')} so far</p></>}
      {checking.is === 'done' && (
        <p class='actions'>
          <span class={checking.broken === 0 ? 'state good' : 'state bad'}>{checking.broken === 0 ? `Every block of ${count(checking.done, 'item')} was read, and is what its address says.` : `${count(checking.broken, 'item is', 'items are')} not whole.`}</span>
          <button type='button' class='quiet' onClick={forgetVerified}>Dismiss</button>
        </p>
      )}
      {checking.is === 'failed' && <Problem problem={checking.problem}><button type='button' onClick={forgetVerified}>Dismiss</button></Problem>}
    </>
  )
}
