import { useEffect, useState } from 'preact/hooks'
import { t } from '../lib/text/t.ts'
import { say } from './news.ts'

const SHOW_RESULT_MS = 2_000

/**
 * @param text - the text, or a function that returns it on click
 * @param what - description for screen readers, e.g. "CID of photo.jpg"
 */
export function CopyButton (
  { text, what, label = t('Copy') }: { text: string | (() => string); what: string; label?: string }
) {
  const [result, setResult] = useState<string>()

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
      say(t('Copied {what}.', { what }))
    } catch {
      setResult(t('Not allowed'))
      say(t('Your browser blocked copying.'))
    }
  }

  return (
    <button
      type='button'
      class='quiet'
      aria-label={`${label}: ${what}`}
      onClick={() => {
        void copy()
      }}
    >
      {result ?? label}
    </button>
  )
}
