import { useEffect } from 'preact/hooks'
import { bytes, count } from '../lib/format.ts'
import { useStore } from '../lib/store.ts'
import { cleanup, freeSpace, stopFreeing } from '../state/cleanup.ts'
import type { CleanupState } from '../state/cleanup.ts'
import { follow } from '../state/follow.ts'
import { askToPersist, refreshStorage, storage } from '../state/storage.ts'
import { PersistenceRefused } from './persistence-refused.tsx'
import { Problem } from './problem.tsx'

/** How much is stored, how much may be, whether the browser may throw it away, and what can be done. */
export function StorageFacts () {
  const { repoBytes, blocks, usageBytes, quotaBytes, persistent, refused = false } = useStore(storage)
  const freeing = useStore(cleanup)

  useEffect(() => {
    void refreshStorage()
    return follow('repo', refreshStorage)
  }, [])

  return (
    <>
      <dl>
        <dt>Stored blocks</dt>
        <dd>{repoBytes == null || blocks == null ? '…' : `${bytes(repoBytes)} in ${count(blocks, 'block')}`}</dd>
        {usageBytes != null && quotaBytes != null && (
          <>
            <dt>Used of what the browser allows</dt>
            <dd>
              <meter aria-label='Storage used' min={0} max={quotaBytes} high={quotaBytes * 0.9} value={usageBytes} />
              {bytes(usageBytes)} of {bytes(quotaBytes)}
            </dd>
          </>
        )}
        <dt>When space runs short</dt>
        <dd>{persistent === undefined ? 'This browser does not say' : persistent ? 'The browser keeps it all' : 'The browser may throw it away'}</dd>
      </dl>
      {persistent === false && refused && <PersistenceRefused />}
      <div class='actions'>
        {persistent === false && <button type='button' onClick={() => { void askToPersist() }}>{refused ? 'Ask again' : 'Ask to keep it'}</button>}
        <Freeing state={freeing} />
      </div>
    </>
  )
}

function Freeing ({ state }: { state: CleanupState }) {
  const again = <button type='button' onClick={() => { void freeSpace() }}>Free unused space</button>
  switch (state.is) {
    case 'idle':
      return again
    case 'running':
      return (
        <>
          <progress aria-label='Freeing space' />
          <span class='facts'>{count(state.blocks, 'block')} removed</span>
          <button type='button' onClick={stopFreeing}>Stop</button>
        </>
      )
    case 'done':
      return <>{again}<span class='facts'>{state.blocks === 0 ? 'There was nothing to free' : `${count(state.blocks, 'block')}, ${bytes(state.bytes)} freed`}</span></>
    case 'failed':
      return <><Problem problem={state.problem} />{again}</>
  }
}
