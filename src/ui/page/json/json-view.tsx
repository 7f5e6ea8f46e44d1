import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../../lib/text/t.ts'
import { CopyButton } from '../controls/copy-button.tsx'
import { Pieces } from '../text/pieces.tsx'
import { JsonText } from './json-text.ts'
import { JsonTree } from './json-tree.tsx'

interface JsonViewProps {
  /** original text */
  text: string
  /** label for screen readers */
  title: string
  /** whether it is truncated; a truncated text is not copied */
  isCut: boolean
  /** description for the copy button, e.g. "answer" */
  what: string
  /** further actions */
  children?: ComponentChildren
}

/** JSON as a collapsible tree, or as source text. Invalid JSON is shown as source text. */
export function JsonView ({ text, title, isCut, what, children }: JsonViewProps) {
  const [read, setRead] = useState<{ text: string; json: JsonText | undefined }>()
  const [wantsSource, setWantsSource] = useState(false)

  useEffect(() => {
    const gone = new AbortController()
    // Cancelled by another view.
    JsonText.read(text, { signal: gone.signal }).then((json) => {
      setRead({ text, json })
    }, () => {})
    return () => {
      gone.abort()
    }
  }, [text])

  // The previous tree stays until the longer text is read.
  if (read == null) {
    return null
  }

  const isTree = read.json != null && !wantsSource

  return (
    <>
      <div class='actions'>
        {read.json != null && (
          <label class='check'>
            <input
              type='checkbox'
              checked={wantsSource}
              onChange={() => {
                setWantsSource(!wantsSource)
              }}
            />
            {t('Source')}
          </label>
        )}
        {!isCut && <CopyButton text={text} what={what} />}
        {children}
      </div>
      {read.json == null && <p class='facts'>{t('This isn’t valid JSON. The source is shown.')}</p>}
      {read.json?.isWhole === false && !isCut && <p class='facts'>{t('The file is incomplete: its end is missing.')}
      </p>}
      {isTree
        ? <JsonTree key={read.text.length} json={read.json!} title={title} />
        : <pre class='code' tabIndex={0} role='region' aria-label={title}><Pieces text={text} /></pre>}
    </>
  )
}
