import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../../lib/text/t.ts'
import { announceNews } from '../state/news.ts'

const SHOW_RESULT_MS = 2_000

interface CopyButtonProps {
  /** the text, or a function that returns it on click */
  text: string | (() => string)
  /** description for screen readers, e.g. "CID of photo.jpg" */
  what: string
  label?: string
  class?: string
  disabled?: boolean
  /** whether it gets the focus as soon as it is enabled */
  takesFocus?: boolean
}

export function CopyButton (
  { text, what, label = t('Copy'), class: name = 'quiet', disabled = false, takesFocus = false }: CopyButtonProps
) {
  const [result, setResult] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (takesFocus && !disabled) {
      button.current?.focus()
    }
  }, [takesFocus, disabled])

  useEffect(() => {
    if (result == null) {
      return
    }
    const timer = setTimeout(() => {
      setResult(undefined)
    }, SHOW_RESULT_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [result])

  async function copy (): Promise<void> {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text())
      setResult(t('Copied'))
      announceNews(t('Copied {what}.', { what }))
    } catch {
      setResult(t('Not allowed'))
      announceNews(t('Your browser blocked copying.'))
    }
  }

  return (
    <button
      ref={button}
      type='button'
      class={name}
      disabled={disabled}
      aria-label={`${label}: ${what}`}
      onClick={() => {
        void copy()
      }}
    >
      {result ?? label}
    </button>
  )
}
