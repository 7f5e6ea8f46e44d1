import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { PlainError } from '../lib/plain-error.ts'
import { t } from '../lib/t.ts'
import { noteProblem } from '../state/last-problems.ts'

/** What went wrong, the way on, and (folded) the node's own words. */
export function Problem ({ problem, children }: { problem: PlainError, children?: ComponentChildren }) {
  useEffect(() => { noteProblem(problem) }, [problem.what, problem.detail])

  return (
    <div class='problem' role='alert'>
      <p><strong>{problem.what}</strong>{problem.next != null && ` ${problem.next}`}</p>
      {problem.detail != null && (
        <details>
          <summary>{t('The exact words')}</summary>
          <code lang='en'>{problem.detail}</code>
        </details>
      )}
      {children != null && <div class='actions'>{children}</div>}
    </div>
  )
}
