import { useStore } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { node } from '../state/node.ts'
import type { NodeState } from '../state/node.ts'

function stateOf ({ phase, update }: NodeState): [string, string] {
  if (phase === 'failed') return ['failed', t('Not running')]
  if (phase === 'starting') return ['starting', t('Starting')]
  if (update === 'fetching' || update === 'switching') return ['updating', t('Updating')]
  return ['ready', t('Ready')]
}

/** The node's state in one word, in the header. */
export function NodePill () {
  const [state, word] = stateOf(useStore(node))
  return (
    <p class='pill' data-state={state} role='status'>
      <span class='dot' aria-hidden='true' />
      <span class='unseen'>{t('Node:')} </span>{word}
    </p>
  )
}
