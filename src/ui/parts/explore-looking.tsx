import { useEffect, useState } from 'preact/hooks'
import { useStore } from '../lib/store.ts'
import { count, duration } from '../lib/format.ts'
import { pathParts } from '../lib/mfs-path.ts'
import { explored, stopLooking } from '../state/explore.ts'
import { network } from '../state/network.ts'
import { peers } from '../state/peers.ts'
import { Hosts } from './hosts.tsx'
import { Providers } from './providers.tsx'

/** For so long nobody asks who else might have it. */
const LONG_MS = 10_000
const TICK_MS = 1000

/** What is not here is being looked for: who is asked, since when, and the way out. */
export function ExploreLooking ({ onAgain }: { onAgain: () => void }) {
  const { path, looking, since } = useStore(explored)
  const { talks } = useStore(network)
  const { peers: connected } = useStore(peers)
  const [now, setNow] = useState(Date.now())
  const isElsewhere = looking === 'elsewhere'

  useEffect(() => {
    if (!isElsewhere) return
    const timer = setInterval(() => { setNow(Date.now()) }, TICK_MS)
    return () => { clearInterval(timer) }
  }, [isElsewhere])

  if (looking === 'here') {
    return <p class='empty'>Looking…</p>
  }

  if (looking === 'stopped') {
    return <p class='actions'>You stopped it. Nothing of it was kept. <button type='button' onClick={onAgain}>Look again</button></p>
  }

  const [namespace, root] = pathParts(path)
  const waitedMs = Math.max(0, now - (since ?? now))

  return (
    <div class='notice'>
      <p>
        {namespace === 'ipns' ? 'Asking where the name leads: ' : 'It is not in this browser. Asked for it: '}
        {talks?.isOff === true && 'nobody, this node is offline'}
        {talks?.isOff === false && talks.peers != null && count(connected.length, 'peer')}
        {talks?.isOff === false && talks.peers != null && talks.hosts.length > 0 && ', '}
        {talks?.isOff === false && <Hosts names={talks.hosts} />}
        {talks == null && '…'}
        {waitedMs >= TICK_MS && `; for ${duration(waitedMs / 1000)} now`}
      </p>
      <progress aria-label='Looking for it' />
      <button type='button' onClick={stopLooking}>Cancel</button>
      {waitedMs > LONG_MS && namespace === 'ipfs' && root != null && <Providers cid={root} />}
    </div>
  )
}
