import { useState } from 'preact/hooks'
import type { AnswerRow } from '../../lib/command/answer.ts'
import { shownName } from '../../lib/shown-name.ts'
import { t } from '../../lib/t.ts'
import { JsonView } from '../json/json-view.tsx'

/** Of one of many rows no more is shown in its line. */
const MAX_CHARS = 2000

/** One of many values, in a line; an object or array unfolds. @param isFirst - the others are reached from it by the arrows */
export function AnswerLine ({ row: { text, isCut }, isFirst }: { row: AnswerRow, isFirst: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const line = <code>{shownName(text.slice(0, MAX_CHARS))}{(isCut || text.length > MAX_CHARS) && t('… (longer, and cut here)')}</code>

  if (!/^\s*[[{]/.test(text)) {
    return line
  }

  return (
    <details onToggle={({ currentTarget: { open } }) => { setIsOpen(open) }}>
      <summary tabIndex={isFirst ? undefined : -1}>{line}</summary>
      {isOpen && <JsonView text={text} title={t('Content')} isCut={isCut} what={t('answer')} />}
    </details>
  )
}
