import { useEffect, useRef } from 'preact/hooks'
import { settingLine } from '../../lib/command/lines/setting-line.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t, tn } from '../../lib/text/t.ts'
import { RunInConsole } from '../../page/controls/run-in-console.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { FILESTORE_SETTING, leaveOff, references, turnOn } from '../state/references.ts'

/**
 * Explains adding files without copies, and asks once whether to enable the setting.
 *
 * @param onSettled - called after the answer; the question had the focus
 */
export function ReferenceQuestion ({ onSettled }: { onSettled: () => void }) {
  const { waiting, turningOn, problem } = useStore(references)
  const first = useRef<HTMLButtonElement>(null)
  const asks = waiting != null
  const leave = (): void => {
    leaveOff()
    onSettled()
  }

  useEffect(() => {
    if (asks) {
      first.current?.focus()
    }
  }, [asks])

  return (
    <>
      {waiting != null && (
        <div
          class='notice'
          role='alertdialog'
          aria-labelledby='refer-title'
          aria-describedby='refer-text'
          onKeyDown={({ key }) => {
            if (key === 'Escape' && !turningOn) {
              leave()
            }
          }}
        >
          <p id='refer-title'>
            <strong>{tn(waiting.length, 'Add {n} file without copying?', 'Add {n} files without copying?')}</strong>
          </p>
          <p id='refer-text'>
            {t(
              'The node stores only references to the file, which take no space. The content can be read only while the file stays unchanged in its place. In later sessions the browser may ask before the node can read it. This turns on an experimental setting (Experimental.FilestoreEnabled) and restarts the node, which interrupts work in other tabs.'
            )}
          </p>
          <div class='actions'>
            <button
              type='button'
              class='main'
              ref={first}
              disabled={turningOn}
              onClick={() => {
                void turnOn().then(onSettled)
              }}
            >
              {turningOn ? t('Turning on…') : t('Turn on and add')}
            </button>
            <button type='button' class='quiet' disabled={turningOn} onClick={leave}>{t('Cancel')}</button>
            <RunInConsole line={settingLine(FILESTORE_SETTING, true)} />
          </div>
        </div>
      )}
      {problem != null && <Problem problem={problem} />}
    </>
  )
}
