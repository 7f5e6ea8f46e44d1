import { useEffect, useRef, useState } from 'preact/hooks'
import { askAside } from '../../lib/background/ask-aside.ts'
import type { CodeLanguage, CodeToken } from '../../lib/background/highlight-lines.ts'
import { bytes } from '../../lib/text/format.ts'
import { isAbort } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'
import { codeLanguage } from '../lib/code-language.ts'
import { readTextPart } from '../state/read-text-part.ts'
import type { TextPart, TextPlace } from '../state/read-text-part.ts'
import { CodeLines } from './code-lines.tsx'

import '../../styles/code.css'

export interface CodeViewProps {
  href: string
  /** file name, from which the programming language follows */
  name: string
  title: string
  /** called after the first part was read */
  onRead?: () => void
  onError: (err: unknown) => void
}

/** A text or code file with line numbers. A long one is shown in parts, of which one is in the page. */
export function CodeView ({ href, name, title, onRead, onError }: CodeViewProps) {
  const [place, setPlace] = useState<TextPlace>({ from: 0 })
  const [part, setPart] = useState<TextPart>()
  const [tokens, setTokens] = useState<{ of: TextPart; lines: CodeToken[][] }>()
  const box = useRef<HTMLPreElement>(null)
  const lineAt = useRef(new Map([[0, 1]]))
  const startBefore = useRef(new Map<number, number>())

  useEffect(() => {
    const gone = new AbortController()
    readTextPart(href, place, { signal: gone.signal }).then((part) => {
      note(part)
      setPart(part)
      onRead?.()
    }, (err: unknown) => {
      if (!isAbort(err)) {
        onError(err)
      }
    })
    return () => {
      gone.abort()
    }
  }, [href, place])

  useEffect(() => {
    const language = codeLanguage(name)
    box.current?.scrollTo(0, 0)
    if (part?.text == null || language == null) {
      return
    }
    const gone = new AbortController()
    highlightAside(part.text, language, { signal: gone.signal }).then((lines) => {
      setTokens(lines == null ? undefined : { of: part, lines })
    }, () => {}) // It was cancelled.
    return () => {
      gone.abort()
    }
  }, [part, name])

  /** Remembers the number of the line after a part, and where the part before that begins. */
  function note ({ start, end, text }: TextPart): void {
    const first = lineAt.current.get(start)
    startBefore.current.set(end, start)
    if (first != null && text != null) {
      lineAt.current.set(end, first + text.split('\n').length - 1)
    }
  }

  if (part == null) {
    return null
  }

  if (part.text == null) {
    return <p class='facts'>{t('This file has a text name but is not text. Download it to open it in another app.')}</p>
  }

  return (
    <>
      <pre
        ref={box}
        class='code code-lines'
        tabIndex={0}
        role='region'
        aria-label={t('Content of {title}', { title })}
        data-highlighted={tokens?.of === part}
      ><CodeLines
          key={part.start}
          text={part.text}
          tokens={tokens?.of === part ? tokens.lines : undefined}
          firstLine={lineAt.current.get(part.start)}
        /></pre>
      {part.end - part.start < part.of && (
        <Parts
          part={part}
          go={(place) => {
            const known = 'before' in place ? startBefore.current.get(place.before) : undefined
            setPlace(known == null ? place : { from: known })
          }}
        />
      )}
    </>
  )
}

/** Buttons between the parts of a long text. */
function Parts ({ part: { start, end, of }, go }: { part: TextPart; go: (place: TextPlace) => void }) {
  const place = t('{from} to {to} of {size}', { from: bytes(start), to: bytes(end), size: bytes(of) })

  useEffect(() => {
    announceNews(`${place}.`)
  }, [place])

  const button = (label: string, isPossible: boolean, to: TextPlace) => (
    <button
      type='button'
      aria-disabled={!isPossible}
      onClick={() => {
        if (isPossible) {
          go(to)
        }
      }}
    >
      {label}
    </button>
  )

  return (
    <nav class='text-parts' aria-label={t('Parts of the text')}>
      {button(t('Start'), start > 0, { from: 0 })}
      {button(t('Previous part'), start > 0, { before: start })}
      <span class='facts'>{place}</span>
      {button(t('Next part'), end < of, { from: end })}
      {button(t('End'), end < of, { before: of })}
    </nav>
  )
}

/**
 * Highlights code in a background worker.
 *
 * @returns the tokens of each line; undefined if highlighting fails or takes too long
 */
async function highlightAside (
  text: string,
  language: CodeLanguage,
  { signal }: { signal: AbortSignal }
): Promise<CodeToken[][] | undefined> {
  return await askAside('highlight', { text, language }, { signal })
}
