import { useStore } from '../lib/store.ts'
import { node, startNode } from '../state/node.ts'
import { Problem } from './problem.tsx'

/** Why the node does not run, and the ways on. */
export function NodeProblem () {
  const { phase, problem } = useStore(node)
  if (problem == null) {
    return null
  }
  return (
    <Problem problem={problem}>
      {phase === 'failed' && <button type='button' class='main' onClick={() => { void startNode() }}>Try again</button>}
      <button type='button' onClick={() => { location.reload() }}>Reload the page</button>
    </Problem>
  )
}
