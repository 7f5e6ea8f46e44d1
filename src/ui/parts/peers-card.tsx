import { useEffect } from 'preact/hooks'
import { count } from '../lib/format.ts'
import { nodeLink } from '../lib/section.ts'
import { useStore } from '../lib/store.ts'
import { node } from '../state/node.ts'
import { followPeers, peers } from '../state/peers.ts'
import { CopyButton } from './copy-button.tsx'
import { Reachability } from './reachability.tsx'

/** Whether others reach this node, and how many are connected; the section about the node has the rest. Of a node that is no peer there is nothing to show. */
export function PeersCard () {
  const { phase } = useStore(node)
  const { isPeer, isNew, peers: connected, addresses } = useStore(peers)

  useEffect(() => phase === 'ready' ? followPeers() : undefined, [phase])

  if (isPeer !== true) {
    return null
  }

  return (
    <section class='panel card' aria-labelledby='peers-title'>
      <h2 id='peers-title'>Peers</h2>
      <p><Reachability isNew={isNew === true} addresses={addresses} /></p>
      <div class='actions'>
        <a href={nodeLink('peers')}>{isNew === true ? 'Who is connected' : count(connected.length, 'connection')}</a>
        {addresses.length > 0 && <CopyButton label='Copy my address' text={addresses[0]} what='address of this node' />}
      </div>
    </section>
  )
}
