import { useStore } from '../../lib/reactive/store.ts'
import { t, tn } from '../../lib/text/t.ts'
import { network } from '../state/network.ts'
import { peers } from '../state/peers.ts'
import { Hosts } from './hosts.tsx'

/** The hosts that are contacted for missing content. */
export function AskedNow () {
  const { talks } = useStore(network)
  const { peers: connected } = useStore(peers)

  if (talks == null || talks.isOff) {
    return <>{talks == null ? '…' : t('none (offline)')}</>
  }

  return (
    <>
      {talks.peers != null && tn(connected.length, '{n} peer', '{n} peers')}
      {talks.peers != null && talks.hosts.length > 0 && t(', ')}
      <Hosts names={talks.hosts} />
    </>
  )
}
