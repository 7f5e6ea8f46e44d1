import { useEffect, useState } from 'preact/hooks'
import { count } from '../lib/format.ts'
import { useStore } from '../lib/store.ts'
import { wayTo } from '../lib/way-to.ts'
import { node } from '../state/node.ts'
import { connectTo, followPeers, peers } from '../state/peers.ts'
import { Cid } from './cid.tsx'
import { CopyButton } from './copy-button.tsx'
import { Problem } from './problem.tsx'

/** Rows that are shown; a node can have hundreds. */
const MAX_SHOWN = 20

/** Who this node is connected to, and whether others reach it. Of a node that is no peer there is nothing to show. */
export function PeersCard () {
  const { phase } = useStore(node)
  const { isPeer, isNew, peers: connected, addresses, dialling, problem } = useStore(peers)
  const [address, setAddress] = useState('')

  useEffect(() => phase === 'ready' ? followPeers() : undefined, [phase])

  if (isPeer !== true) {
    return null
  }

  async function dial (): Promise<void> {
    await connectTo(address.trim()).then(() => { setAddress('') }, () => {}) // the card shows why
  }

  return (
    <section class='panel card' aria-labelledby='peers-title'>
      <h2 id='peers-title'>Peers</h2>
      <p>{isNew === true ? 'Connecting…' : reachability(addresses)}</p>
      {addresses.length > 0 && <div class='actions'><CopyButton label='Copy my address' text={addresses[0]} what='address of this node' /></div>}
      {isNew !== true && <p>{count(connected.length, 'connection')}</p>}
      <ul class='peers'>
        {connected.slice(0, MAX_SHOWN).map(({ id, address, latency, isInbound }) => (
          <li key={`${id} ${address}`}>
            <Cid id={id} /> <span class='facts'>{wayTo(address)}, {isInbound ? 'called this node' : 'was called'}{latency != null && `, ${latency}`}</span>
          </li>
        ))}
      </ul>
      {connected.length > MAX_SHOWN && <p class='facts'>and {connected.length - MAX_SHOWN} more</p>}
      <form class='tools dial' onSubmit={(event) => { event.preventDefault(); void dial() }}>
        <label class='wide'>Connect to <input type='text' value={address} placeholder='/…/p2p/12D3Koo…' required autocomplete='off' spellcheck={false} onInput={({ currentTarget }) => { setAddress(currentTarget.value) }} /></label>
        <button type='submit' disabled={dialling != null}>{dialling == null ? 'Connect' : 'Connecting…'}</button>
      </form>
      {problem != null && <Problem problem={problem} />}
    </section>
  )
}

function reachability (addresses: readonly string[]): string {
  if (addresses.some((address) => address.includes('/webrtc'))) {
    return 'Others reach this node through a relay, as long as this tab is open.'
  }

  return addresses.length > 0 ? 'Others reach this node through a relay.' : 'Nobody reaches this node by itself: no relay has a place for it. It reaches others.'
}
