import type { PlainError } from '../../lib/text/plain-error.ts'
import { ReloadButton } from '../controls/reload-button.tsx'
import { Problem } from './problem.tsx'

/** Says that a part of the page could not be loaded, and offers to reload the page. */
export function LoadProblem ({ problem }: { problem: PlainError }) {
  return (
    <Problem problem={problem}>
      <ReloadButton />
    </Problem>
  )
}
