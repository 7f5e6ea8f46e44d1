import type { PeerId, PrivateKey } from '@libp2p/interface'
import type { Datastore } from 'interface-datastore'
import type { ConfigStore } from '../config/config-store.ts'
import type { Logs } from '../log/logs.ts'
import type { NodeNet } from '../net/node-net.ts'
import type { Blockstore } from '../store/blockstore/blockstore.ts'

/** The dependencies of a swarm. */
export interface SwarmDeps {
  identity: { peerId: PeerId; privateKey: PrivateKey }
  config: ConfigStore
  /** Local blocks, to serve to peers. */
  blockstore: Pick<Blockstore, 'bytes' | 'size'>
  datastore: Datastore
  net: NodeNet
  logs: Logs
  /** The agent version in identify. */
  agentVersion: string
  /** Looks up the addresses of a peer without known addresses. */
  findPeer: (peer: string, options: { signal: AbortSignal }) => Promise<string[]>
}
