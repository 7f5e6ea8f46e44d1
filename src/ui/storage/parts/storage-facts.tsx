import { useEffect } from 'preact/hooks'
import { follow } from '../../client/follow.ts'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes } from '../../lib/text/format.ts'
import { t, tn } from '../../lib/text/t.ts'
import { RunInConsole } from '../../page/controls/run-in-console.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { developerMode } from '../../page/state/developer-mode.ts'
import { cleanup, freeSpace, stopFreeing } from '../state/cleanup.ts'
import type { CleanupState } from '../state/cleanup.ts'
import { refreshStorage, storage } from '../state/storage.ts'
import { Protection } from './protection.tsx'

/** Used storage, quota, persistence, and actions. */
export function StorageFacts () {
  const { repoBytes, blocks, usageBytes, quotaBytes } = useStore(storage)
  const freeing = useStore(cleanup)
  const isDeveloper = useStore(developerMode)

  useEffect(() => {
    void refreshStorage()
    return follow('repo', refreshStorage)
  }, [])

  return (
    <>
      <dl>
        <dt>{t('Stored blocks')}</dt>
        <dd>
          {repoBytes == null || blocks == null ? '…' : storedWords({ repoBytes, blocks, showsBlocks: isDeveloper })}
        </dd>
        {usageBytes != null && quotaBytes != null && (
          <>
            <dt>{t('Browser storage')}</dt>
            <dd>
              <meter
                aria-label={t('Storage used')}
                min={0}
                max={quotaBytes}
                high={quotaBytes * 0.9}
                value={usageBytes}
              />
              {t('{size} of {total}', { size: bytes(usageBytes), total: bytes(quotaBytes) })}
            </dd>
          </>
        )}
      </dl>
      <Protection />
      <div class='actions'>
        <Freeing state={freeing} />
      </div>
    </>
  )
}

function Freeing ({ state }: { state: CleanupState }) {
  const again = (
    <span class='with-command'>
      <button
        type='button'
        onClick={() => {
          void freeSpace()
        }}
      >
        {t('Free unused space')}
      </button>{' '}
      <RunInConsole line={ranLine('repo/gc', [])} />
    </span>
  )
  switch (state.is) {
    case 'idle':
      return again
    case 'running':
      return (
        <>
          <progress aria-label={t('Freeing space')} />
          <span class='facts'>{tn(state.blocks, '{n} block removed', '{n} blocks removed')}</span>
          <button type='button' onClick={stopFreeing}>{t('Stop')}</button>
        </>
      )
    case 'done':
      return (
        <>
          {again}
          <span class='facts'>
            {state.blocks === 0
              ? t('Nothing to free')
              : tn(state.blocks, '{n} block, {size} freed', '{n} blocks, {size} freed', { size: bytes(state.bytes) })}
          </span>
        </>
      )
    case 'failed':
      return (
        <>
          <Problem problem={state.problem} />
          {again}
        </>
      )
  }
}

function storedWords (
  { repoBytes, blocks, showsBlocks }: { repoBytes: number; blocks: number; showsBlocks: boolean }
): string {
  const size = bytes(repoBytes)
  return showsBlocks ? tn(blocks, '{size} in {n} block', '{size} in {n} blocks', { size }) : size
}
