import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { noteProblem } from '../../client/last-problems.ts'
import { problemText } from '../../client/problem-text.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { CopyButton } from '../controls/copy-button.tsx'

/** An error message with its advice, and (collapsed) the original message, to be copied with its context. */
export function Problem ({ problem, children }: { problem: PlainError; children?: ComponentChildren }) {
  // Notes an error only once, even if the language changes.
  useEffect(() => {
    noteProblem(problem)
  }, [problem.detail ?? problem.what])

  return (
    <div class='problem' role='alert'>
      <p>
        <strong>{problem.what}</strong>
        {problem.next != null && ` ${problem.next}`}
      </p>
      {problem.detail != null && (
        <details>
          <summary>{t('Details')}</summary>
          <code lang='en'>{problem.detail}</code>
          <CopyButton text={() => problemText(problem)} what={t('Details')} />
        </details>
      )}
      {children != null && <div class='actions'>{children}</div>}
    </div>
  )
}
