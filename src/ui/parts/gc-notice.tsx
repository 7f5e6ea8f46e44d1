import { useEffect } from 'preact/hooks'
import { settingLine } from '../lib/command/setting-line.ts'
import { bytes } from '../lib/format.ts'
import { useStore } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { gcNotice, keepEverything, watchGc } from '../state/gc-notice.ts'
import { Problem } from './problem.tsx'
import { RunInConsole } from './run-in-console.tsx'

/** Notice before GC removes blocks. */
export function GcNotice () {
  const notice = useStore(gcNotice)

  useEffect(watchGc, [])

  if (notice == null) {
    return null
  }

  const what = t('Blocks that nothing keeps are about to be removed.')
  const next = t(
    '{size} are stored, which is more than the settings allow ({limit}). What is pinned or among the mutable files stays.',
    { size: bytes(notice.storedBytes), limit: bytes(notice.limitBytes) }
  )
  return (
    <Problem problem={{ what, next }}>
      <button
        type='button'
        onClick={() => {
          void keepEverything()
        }}
      >
        {t('Keep everything')}
      </button>{' '}
      <RunInConsole line={settingLine('Datastore.EnableGC', false)} />
    </Problem>
  )
}
