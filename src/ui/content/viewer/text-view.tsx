import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { isAbort } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { JsonView } from '../../page/json/json-view.tsx'
import { MAX_TEXT_BYTES, readText, TEXT_STEP_BYTES } from '../state/read-file.ts'
import type { ReadText } from '../state/read-file.ts'
import { CodeView } from './code-view.tsx'
import type { CodeViewProps } from './code-view.tsx'
import { MarkdownView } from './markdown-view.tsx'

export interface TextViewProps extends CodeViewProps {
  /** content path of the file, the base of its links */
  path: string
  kind: 'text' | 'json' | 'markdown'
}

/** A text: code with line numbers, rendered Markdown, or JSON as a tree. The last two can be switched to the source. */
export function TextView ({ path, kind, ...file }: TextViewProps) {
  const { title } = file
  const what = t('Content of {title}', { title })
  const [wantsSource, setWantsSource] = useState(false)

  if (kind === 'text') {
    return (
      <div class='text-view'>
        <CodeView {...file} />
      </div>
    )
  }

  if (kind === 'json') {
    return (
      <BeginningOf {...file}>
        {({ text, isCut }) => <JsonView text={text} title={what} isCut={isCut} what={what} />}
      </BeginningOf>
    )
  }

  return (
    <div class='text-view'>
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
      {wantsSource
        ? <CodeView {...file} />
        : <BeginningOf {...file}>{({ text }) => <MarkdownView text={text} path={path} title={title} />}</BeginningOf>}
    </div>
  )
}

/** The beginning of a text that is parsed as a whole, and more of it on request. */
function BeginningOf (
  { href, onRead, onError, children }: CodeViewProps & {
    children: (read: { text: string; isCut: boolean }) => ComponentChildren
  }
) {
  const [limitBytes, setLimitBytes] = useState(TEXT_STEP_BYTES)
  const [read, setRead] = useState<ReadText>()

  useEffect(() => {
    const gone = new AbortController()
    readText(href, { limitBytes, signal: gone.signal }).then((read) => {
      setRead(read)
      onRead?.()
    }, (err: unknown) => {
      if (!isAbort(err)) {
        onError(err)
      }
    })
    return () => {
      gone.abort()
    }
  }, [href, limitBytes])

  if (read == null) {
    return null
  }

  const { text, isCut } = read

  if (text == null) {
    return <p class='facts'>{t('This file has a text name but is not text. Download it to open it in another app.')}</p>
  }

  return (
    <div class='text-view'>
      {children({ text, isCut })}
      {isCut && (
        <p class='actions facts'>
          {t('Only the beginning is shown.')}
          {limitBytes < MAX_TEXT_BYTES && (
            <button
              type='button'
              onClick={() => {
                setLimitBytes(limitBytes + TEXT_STEP_BYTES)
              }}
            >
              {t('Show more')}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
