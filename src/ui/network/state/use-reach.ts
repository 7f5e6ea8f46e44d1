import { useStore } from '../../lib/reactive/store.ts'
import { reachOf } from '../lib/reach-of.ts'
import type { Reach } from '../lib/reach-of.ts'
import { connection } from './connection.ts'
import { network } from './network.ts'
import { peers } from './peers.ts'

/** Returns how far the node reaches; undefined while unknown. */
export function useReach (): Reach | undefined {
  const { hasNetwork, areHostsAway } = useStore(connection)
  const { talks } = useStore(network)
  const { peers: connected, addresses } = useStore(peers)
  return reachOf({ hasNetwork, areHostsAway, talks, peers: connected.length, addresses: addresses.length })
}
