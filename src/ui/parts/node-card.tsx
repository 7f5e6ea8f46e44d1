import { nodeLink } from '../lib/section.ts'
import { useStore } from '../lib/store.ts'
import { node, pageVersion } from '../state/node.ts'
import { Cid } from './cid.tsx'
import { CopyButton } from './copy-button.tsx'
import { Network } from './network.tsx'

/** Who this node is. */
export function NodeCard () {
  const { phase, peerId, agent, workerVersion } = useStore(node)
  const differs = workerVersion != null && pageVersion != null && workerVersion !== pageVersion

  return (
    <section class='panel card' aria-labelledby='node-title'>
      <h2 id='node-title'>This node</h2>
      <dl>
        <dt>State</dt>
        <dd>{{ starting: 'Starting', ready: 'Ready', failed: 'Not running' }[phase]}</dd>
        <dt>Peer ID</dt>
        <dd>{peerId == null ? '…' : <><Cid id={peerId} /> <CopyButton text={peerId} what='Peer ID' /></>}</dd>
        <dt>Talks to</dt>
        <dd><Network /></dd>
        <dt>Speaks as</dt>
        <dd>{agent ?? '…'}</dd>
        <dt>Version</dt>
        <dd>{workerVersion ?? pageVersion ?? '…'}{differs && <><br />this page: {pageVersion}</>}</dd>
      </dl>
      <p><a href={nodeLink('settings')}>Settings</a></p>
    </section>
  )
}
