import { useEffect, useState } from 'preact/hooks'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { JsonView } from '../../page/json/json-view.tsx'
import { Pieces } from '../../page/pieces.tsx'
import { Problem } from '../../page/problem.tsx'
import { MAX_TEXT_BYTES, readText, TEXT_STEP_BYTES } from '../state/read-file.ts'
import type { ReadText } from '../state/read-file.ts'
import { MarkdownView } from './markdown-view.tsx'

/**
 * The beginning of a text, and more on request. Markdown is rendered, JSON is a tree, and both can be switched to
 * source text.
 *
 * @param path - its content path, the base of its links
 */
export function TextView (
  { href, path, kind, title }: { href: string; path: string; kind: 'text' | 'json' | 'markdown'; title: string }
) {
  const [limitBytes, setLimitBytes] = useState(TEXT_STEP_BYTES)
  const [read, setRead] = useState<ReadText>()
  const [problem, setProblem] = useState<PlainError>()
  const [wantsSource, setWantsSource] = useState(false)

  useEffect(() => {
    const gone = new AbortController()
    readText(href, { limitBytes, signal: gone.signal }).then(setRead, (err: unknown) => {
      if (!isAbort(err)) {
        setProblem(plainError(err))
      }
    })
    return () => {
      gone.abort()
    }
  }, [href, limitBytes])

  if (problem != null) {
    return <Problem problem={problem} />
  }

  if (read == null) {
    return null
  }

  if (read.text == null) {
    return <p class='facts'>{t('It is called text and is none; its bytes are below.')}</p>
  }

  return (
    <div>
      {kind === 'markdown' && (
        <label class='check'>
          <input
            type='checkbox'
            checked={wantsSource}
            onChange={() => {
              setWantsSource(!wantsSource)
            }}
          />
          {t('As it is written')}
        </label>
      )}
      {kind === 'json' && (
        <JsonView
          text={read.text}
          title={t('Content of {title}', { title })}
          isCut={read.isCut}
          what={t('Content of {title}', { title })}
        />
      )}
      {kind === 'markdown' && !wantsSource && <MarkdownView text={read.text} path={path} title={title} />}
      {(kind === 'text' || wantsSource) && (
        <pre
          class='code'
          tabIndex={0}
          role='region'
          aria-label={t('Content of {title}', { title })}
        ><Pieces text={read.text} /></pre>
      )}
      {read.isCut && (
        <p class='actions facts'>
          {t('There is more of it; it is cut here.')}
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
