import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { PlainError } from '../lib/plain-error.ts'
import { t } from '../lib/t.ts'
import { noteProblem } from '../state/last-problems.ts'
import { problemText } from '../state/problem-text.ts'
import { CopyButton } from './copy-button.tsx'

/** What went wrong, the way on, and (folded) the node's own words, to be copied with what they were said in. */
export function Problem ({ problem, children }: { problem: PlainError, children?: ComponentChildren }) {
  // not again for being said in another language
  useEffect(() => { noteProblem(problem) }, [problem.detail ?? problem.what])

  return (
    <div class='problem' role='alert'>
      <p><strong>{problem.what}</strong>{problem.next != null && ` ${problem.next}`}</p>
      {problem.detail != null && (
        <details>
          <summary>{t('The exact words')}</summary>
          <code lang='en'>{problem.detail}</code>
          <CopyButton text={() => problemText(problem)} what={t('The exact words')} />
        </details>
      )}
      {children != null && <div class='actions'>{children}</div>}
    </div>
  )
}
