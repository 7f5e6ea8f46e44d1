import { useEffect, useState } from 'preact/hooks'
import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { Problem } from '../../page/problem.tsx'
import { RunInConsole } from '../../page/run-in-console.tsx'
import { cancelFileWork, fileWork, forgetFileWork, undoFileWork } from '../state/file-work.ts'

/** Limit of displayed command lines, because they are similar. */
const MAX_LINES = 3
const LONG_MS = 1000

/**
 * The running action on files, and the last one with its undo button.
 *
 * @param onEnd - called when the buttons are removed
 */
export function FileWorkNotice ({ onEnd }: { onEnd: () => void }) {
  const { running, undo, problem } = useStore(fileWork)
  const isRunning = running != null
  const [isLong, setLong] = useState(false)

  // A short action needs no cancel button.
  useEffect(() => {
    if (!isRunning) {
      return
    }
    const timer = setTimeout(() => {
      setLong(true)
    }, LONG_MS)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isRunning])

  if (running != null) {
    return running.of === 1
      ? (
        <p class='actions facts'>
          {t('{doing}…', { doing: t(running.doing) })}{' '}
          {isLong && <button type='button' class='quiet' onClick={cancelFileWork}>{t('Cancel')}</button>}
        </p>
      )
      : (
        <div class='notice'>
          <p>{t('{doing}: {done} of {of}', { ...running, doing: t(running.doing) })}</p>
          <progress aria-label={t(running.doing)} max={running.of} value={running.done} />
          <button type='button' onClick={cancelFileWork}>{t('Cancel')}</button>
        </div>
      )
  }

  return (
    <>
      {problem != null && (
        <Problem problem={problem}>
          <button
            type='button'
            onClick={() => {
              forgetFileWork()
              onEnd()
            }}
          >
            {t('Dismiss')}
          </button>
        </Problem>
      )}
      {undo != null && (
        <div class='notice'>
          <p>{t('{sentence}.', { sentence: undo.done() })}</p>
          <div class='actions'>
            <button
              type='button'
              onClick={() => {
                void undoFileWork().then(onEnd)
              }}
            >
              {t('Take it back')}
            </button>
            <button
              type='button'
              class='quiet'
              onClick={() => {
                forgetFileWork()
                onEnd()
              }}
            >
              {t('Dismiss')}
            </button>
            {undo.ran?.slice(0, MAX_LINES).map((line) => <RunInConsole key={line} line={line} />)}
          </div>
        </div>
      )}
    </>
  )
}
