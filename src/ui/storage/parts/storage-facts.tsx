import { useEffect } from 'preact/hooks'
import { follow } from '../../client/follow.ts'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes } from '../../lib/text/format.ts'
import { t, tn } from '../../lib/text/t.ts'
import { developerMode } from '../../page/developer-mode.ts'
import { Problem } from '../../page/problem.tsx'
import { RunInConsole } from '../../page/run-in-console.tsx'
import { cleanup, freeSpace, stopFreeing } from '../state/cleanup.ts'
import type { CleanupState } from '../state/cleanup.ts'
import { askToPersist, refreshStorage, storage } from '../state/storage.ts'
import { PersistenceRefused } from './persistence-refused.tsx'

/** Used storage, quota, persistence, and actions. */
export function StorageFacts () {
  const { repoBytes, blocks, usageBytes, quotaBytes, persistent, refused = false } = useStore(storage)
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
        <dt>{t('If disk space runs low')}</dt>
        <dd>
          {persistent === undefined
            ? t('Unknown in this browser')
            : persistent
            ? t('Protected')
            : t('Not protected: your browser may delete this if disk space runs low')}
        </dd>
      </dl>
      {persistent === false && refused && <PersistenceRefused />}
      <div class='actions'>
        {persistent === false && (
          <button
            type='button'
            onClick={() => {
              void askToPersist()
            }}
          >
            {refused ? t('Try again') : t('Protect my files')}
          </button>
        )}
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
