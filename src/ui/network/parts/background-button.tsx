import { useState } from 'preact/hooks'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { Problem } from '../../page/loading/problem.tsx'
import { findInBackground } from '../state/find-in-background.ts'

/**
 * Continues a search for missing content as a job of the node.
 *
 * @param onStart - called when the job has started
 */
export function BackgroundButton ({ path, onStart }: { path: string; onStart: () => void }) {
  const [problem, setProblem] = useState<PlainError>()

  return (
    <>
      <button
        type='button'
        class='main'
        onClick={() => {
          setProblem(undefined)
          findInBackground(path).then(onStart, (err) => {
            setProblem(plainError(err))
          })
        }}
      >
        {t('Keep trying in the background')}
      </button>
      {problem != null && <Problem problem={problem} />}
    </>
  )
}
