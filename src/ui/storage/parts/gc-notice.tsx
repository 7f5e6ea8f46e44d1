import { useEffect } from 'preact/hooks'
import { settingLine } from '../../lib/command/lines/setting-line.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes } from '../../lib/text/format.ts'
import { t } from '../../lib/text/t.ts'
import { Problem } from '../../page/problem.tsx'
import { RunInConsole } from '../../page/run-in-console.tsx'
import { gcNotice, keepEverything, watchGc } from '../state/gc-notice.ts'

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
