import type { PeerId, PrivateKey } from '@libp2p/interface'
import type { Datastore } from 'interface-datastore'
import type { ConfigStore } from '../config/config-store.ts'
import type { Logs } from '../log/logs.ts'
import type { NodeNet } from '../net/node-net.ts'
import type { Blockstore } from '../store/blockstore.ts'

/** What a swarm is made of. */
export interface SwarmDeps {
  identity: { peerId: PeerId, privateKey: PrivateKey }
  config: ConfigStore
  /** blocks of this machine alone, for what peers want */
  blockstore: Pick<Blockstore, 'bytes' | 'size'>
  datastore: Datastore
  net: NodeNet
  logs: Logs
  /** how the node names itself */
  agentVersion: string
  /** addresses of a peer of which none is known; none where nobody tells */
  findPeer: (peer: string, options: { signal: AbortSignal }) => Promise<string[]>
}

/** Makes the swarm of a node and starts it. */
export type OpenSwarm<S> = (deps: SwarmDeps) => Promise<S>
