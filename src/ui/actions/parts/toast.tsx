import { useEffect, useState } from 'preact/hooks'
import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { Icon } from '../../page/controls/icon.tsx'
import { RunInConsole } from '../../page/controls/run-in-console.tsx'
import { actionState, cancelAction, dismissToast, redo, toast, undo } from '../state/dispatch.ts'

/** Time after which a message leaves. */
const LEAVES_AFTER_MS = 8000
/** Time after which a message leaves that asks for a decision. */
const DECIDED_AFTER_MS = 20_000
/** A short action shows no progress. */
const LONG_MS = 300

/** The running action, or one line about the last one with its undo button. It leaves by itself. */
export function Toast () {
  const { running } = useStore(actionState)
  const { shown } = useStore(toast)
  const [isHeld, setHeld] = useState(false)
  const isRunning = running != null
  const [isLong, setLong] = useState(false)

  useEffect(() => {
    if (!isRunning) {
      setLong(false)
      return
    }
    const timer = setTimeout(() => {
      setLong(true)
    }, LONG_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [isRunning])

  // Not while the pointer or the focus is on it.
  useEffect(() => {
    if (shown == null || isHeld) {
      return
    }
    const timer = setTimeout(dismissToast, shown.more == null ? LEAVES_AFTER_MS : DECIDED_AFTER_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [shown, isHeld])

  if (running != null && isLong) {
    return (
      <div class='toast'>
        <p>
          {running.of === 1
            ? t('{doing}…', { doing: t(running.doing) })
            : t('{doing}: {done} of {of}', { ...running, doing: t(running.doing) })}
        </p>
        {running.of > 1 && <progress aria-label={t(running.doing)} max={running.of} value={running.done} />}
        <button type='button' class='quiet' onClick={cancelAction}>{t('Cancel')}</button>
      </div>
    )
  }

  if (shown == null) {
    return null
  }

  return (
    <div
      class='toast'
      onPointerEnter={() => {
        setHeld(true)
      }}
      onPointerLeave={() => {
        setHeld(false)
      }}
      onFocusIn={() => {
        setHeld(true)
      }}
      onFocusOut={() => {
        setHeld(false)
      }}
    >
      <p>{t('{sentence}.', { sentence: shown.text() })}</p>
      {shown.more != null && (
        <button
          type='button'
          class='quiet'
          onClick={() => {
            setHeld(false)
            dismissToast()
            void shown.more?.run()
          }}
        >
          {shown.more.label()}
        </button>
      )}
      {shown.offers === 'open' && <a class='button quiet' href={shown.href} onClick={dismissToast}>{t('Open')}</a>}
      {(shown.offers === 'undo' || shown.offers === 'redo') && (
        <button
          type='button'
          class='quiet'
          onClick={() => {
            setHeld(false)
            void (shown.offers === 'undo' ? undo() : redo())
          }}
        >
          {shown.offers === 'undo' ? t('Undo') : t('Redo')}
        </button>
      )}
      {shown.ran.length > 0 && <RunInConsole line={shown.ran[0]} />}
      <button
        type='button'
        class='quiet icon-only'
        aria-label={t('Dismiss')}
        onClick={() => {
          setHeld(false)
          dismissToast()
        }}
      >
        <Icon of='close' />
      </button>
    </div>
  )
}
