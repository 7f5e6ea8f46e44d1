import type { ComponentChildren } from 'preact'
import type { PlainError } from '../lib/plain-error.ts'

/** What went wrong, the way on, and (folded) the node's own words. */
export function Problem ({ problem, children }: { problem: PlainError, children?: ComponentChildren }) {
  return (
    <div class='problem' role='alert'>
      <p><strong>{problem.what}</strong>{problem.next != null && ` ${problem.next}`}</p>
      {problem.detail != null && (
        <details>
          <summary>The exact words</summary>
          <code>{problem.detail}</code>
        </details>
      )}
      {children != null && <div class='actions'>{children}</div>}
    </div>
  )
}
