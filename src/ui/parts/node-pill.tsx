import { useStore } from '../lib/store.ts'
import { node } from '../state/node.ts'
import type { NodeState } from '../state/node.ts'

function words ({ phase, update }: NodeState): [string, string] {
  if (phase === 'failed') return ['failed', 'Not running']
  if (phase === 'starting') return ['starting', 'Starting']
  if (update === 'fetching' || update === 'switching') return ['updating', 'Updating']
  return ['ready', 'Ready']
}

/** The node's state in one word, in the header. */
export function NodePill () {
  const [state, word] = words(useStore(node))
  return (
    <p class='pill' data-state={state} role='status'>
      <span class='dot' aria-hidden='true' />
      <span class='unseen'>Node: </span>{word}
    </p>
  )
}
