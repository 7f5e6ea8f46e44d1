import { useState } from 'preact/hooks'
import { shownName } from '../../lib/text/shown-name.ts'
import { t } from '../../lib/text/t.ts'
import { JsonView } from '../../page/json/json-view.tsx'
import type { AnswerRow } from '../lib/answer.ts'

/** Limit of displayed characters in a collapsed row. */
const MAX_CHARS = 2000

/**
 * A value of an answer in one line; objects and arrays can be expanded.
 *
 * @param isFirst - whether it is in the tab order; the others are reached by arrow keys
 */
export function AnswerLine ({ row: { text, isCut }, isFirst }: { row: AnswerRow; isFirst: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const line = (
    <code>
      {shownName(text.slice(0, MAX_CHARS))}
      {(isCut || text.length > MAX_CHARS) && t('… (shortened)')}
    </code>
  )

  if (!/^\s*[[{]/.test(text)) {
    return line
  }

  return (
    <details
      onToggle={({ currentTarget: { open } }) => {
        setIsOpen(open)
      }}
    >
      <summary tabIndex={isFirst ? undefined : -1}>{line}</summary>
      {isOpen && <JsonView text={text} title={t('Content')} isCut={isCut} what={t('answer')} />}
    </details>
  )
}
