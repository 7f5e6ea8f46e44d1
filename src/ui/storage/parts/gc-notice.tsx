import { useEffect } from 'preact/hooks'
import { settingLine } from '../../lib/command/lines/setting-line.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes } from '../../lib/text/format.ts'
import { t } from '../../lib/text/t.ts'
import { RunInConsole } from '../../page/controls/run-in-console.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { gcNotice, keepEverything, watchGc } from '../state/gc-notice.ts'

/** Notice before GC removes blocks. */
export function GcNotice () {
  const notice = useStore(gcNotice)

  useEffect(watchGc, [])

  if (notice == null) {
    return null
  }

  const what = t('Unused blocks are about to be removed.')
  const next = t(
    '{size} are in use, more than the settings allow ({limit}). Pinned items and Files are not removed.',
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
        {t('Pin everything')}
      </button>{' '}
      <RunInConsole line={settingLine('Datastore.EnableGC', false)} />
    </Problem>
  )
}
