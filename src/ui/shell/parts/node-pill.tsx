import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { follow } from '../../client/follow.ts'
import { node } from '../../client/node.ts'
import type { NodeState } from '../../client/node.ts'
import { nodeLink } from '../../lib/links/section.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t, tn } from '../../lib/text/t.ts'
import { network, readNetwork } from '../../network/state/network.ts'
import { followPeers, peers } from '../../network/state/peers.ts'
import type { PeersState } from '../../network/state/peers.ts'

function stateOf ({ phase, update }: NodeState): [string, string] {
  if (phase === 'failed') {
    return ['failed', t('Not running')]
  }
  if (phase === 'starting') {
    return ['starting', t('Starting')]
  }
  if (update === 'fetching' || update === 'switching') {
    return ['updating', t('Updating')]
  }
  return ['ready', t('Ready')]
}

/** Returns further text for a running node; none without peers, or while their state is unknown. */
function moreOf (isOff: boolean, { isPeer, isNew, peers, addresses }: PeersState): ComponentChildren {
  if (isOff) {
    return t('Offline')
  }
  if (isPeer !== true || isNew === true) {
    return undefined
  }
  return (
    <>
      {tn(peers.length, '{n} peer', '{n} peers')}
      {addresses.length > 0 && <span class='pill-reach'>{` · ${t('reachable')}`}</span>}
    </>
  )
}

/**
 * The node's state in the header, in a word or two: whether it runs, its number of peers, and its reachability. Links
 * to the peers, and polls both for all sections.
 */
export function NodePill () {
  const now = useStore(node)
  const isOff = useStore(network).talks?.isOff === true
  const around = useStore(peers)
  const [state, word] = stateOf(now)
  const isReady = now.phase === 'ready'
  const more = state === 'ready' ? moreOf(isOff, around) : undefined

  useEffect(() => isReady ? followPeers() : undefined, [isReady])
  useEffect(() => {
    if (isReady) {
      void readNetwork()
    }
  }, [isReady])
  useEffect(() => follow('config', readNetwork), [])

  // The peer count changes all the time, so it is part of the name and not announced. A status element does not name
  // its link.
  return (
    <a
      class='pill'
      href={nodeLink('peers')}
      aria-labelledby={['pill-state', ...more == null ? [] : ['pill-more']].join(' ')}
      data-state={more != null && isOff ? 'offline' : state}
    >
      <span class='dot' aria-hidden='true' />
      <span role='status' id='pill-state' class={more == null ? undefined : 'unseen'}>
        <span class='unseen'>{t('Node:')}{' '}</span>
        {word}
      </span>{' '}
      {more != null && <span id='pill-more'>{more}</span>}
    </a>
  )
}
