import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { count } from '../lib/format.ts'
import { useStore } from '../lib/store.ts'
import { freeSpace } from '../state/cleanup.ts'
import { follow } from '../state/follow.ts'
import { forgetRemoved, kept, putBack, refreshKept, stopReading } from '../state/kept.ts'
import type { Kept } from '../state/kept.ts'
import { forgetMissing } from '../state/presence.ts'
import { KeptRow } from './kept-row.tsx'
import { Problem } from './problem.tsx'

const ROWS_AT_FIRST = 100

/** What this node keeps until someone removes it: its pins. */
export function KeptList () {
  const { list, reading, problem, removed } = useStore(kept)
  const [shown, setShown] = useState(ROWS_AT_FIRST)
  const notice = useRef<HTMLDivElement>(null)

  useEffect(() => {
    void refreshKept()
    // a page that was frozen has missed what was told meanwhile
    const onVisible = (): void => { if (document.visibilityState === 'visible') void refreshKept() }
    const stops = [follow('pins', refreshKept), follow('repo', async () => { forgetMissing() })]
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      stops.forEach((stop) => { stop() })
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [])

  // the row that had the focus goes: what can be done now is where it was, not back at the top of the page
  useLayoutEffect(() => {
    if (removed != null) notice.current?.focus()
  }, [removed])

  return (
    <section class='panel' aria-labelledby='kept-title'>
      <div class='panel-head'>
        <h2 id='kept-title'>Kept here</h2>
        {list != null && list.length > 0 && <p class='facts'>{count(list.length, 'item')}</p>}
      </div>
      {reading !== undefined && (
        <p class='actions facts'>
          Reading the list: {count(reading, 'item')} so far
          <button type='button' class='quiet' onClick={stopReading}>Stop</button>
        </p>
      )}
      {problem != null && (
        <Problem problem={problem}>
          <button type='button' onClick={() => { void refreshKept() }}>Read the list again</button>
        </Problem>
      )}
      <div ref={notice} tabIndex={-1} class='notice-place'>
        {removed != null && <Removed pin={removed} />}
      </div>
      {list == null && reading === undefined && problem == null && <p class='empty'>The list is shown as soon as the node runs.</p>}
      {list?.length === 0 && removed == null && <p class='empty'>Nothing yet. What you add is listed here and stays until you remove it.</p>}
      {list != null && list.length > 0 && (
        <ul class='rows'>
          {list.slice(0, shown).map((pin) => <KeptRow key={`${pin.type} ${pin.cid}`} pin={pin} />)}
        </ul>
      )}
      {list != null && list.length > shown && (
        <p class='actions'><button type='button' onClick={() => { setShown(shown + ROWS_AT_FIRST) }}>Show {Math.min(ROWS_AT_FIRST, list.length - shown)} more</button></p>
      )}
    </section>
  )
}

/** Removing asks nothing first, because it can be undone. */
function Removed ({ pin }: { pin: Kept }) {
  return (
    <div class='notice'>
      <p>“{pin.name || 'The item'}” is no longer kept. Its blocks stay until the space is freed.</p>
      <div class='actions'>
        <button type='button' onClick={() => { putBack(pin).catch(() => {}) }}>Keep it again</button>
        <button type='button' onClick={() => { void freeSpace() }}>Free the space</button>
        <button type='button' class='quiet' onClick={forgetRemoved}>Dismiss</button>
      </div>
    </div>
  )
}
