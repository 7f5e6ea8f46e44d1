import type { Datastore } from 'interface-datastore'
import type { ReadWriteLock } from '../../async/locks/read-write-lock.ts'
import type { Exchange } from '../../blocks/exchange/exchange.ts'
import type { References } from '../../blocks/references/references.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { RemakeKind } from '../../jobs/kinds/remake-job.ts'
import type { KeyStore } from '../../keys/store/key-store.ts'
import type { Logs } from '../../log/logs.ts'
import type { Mfs } from '../../mfs/mfs.ts'
import type { MountedFiles } from '../../mfs/mounted-files.ts'
import type { Names } from '../../names/names.ts'
import type { NodeNet } from '../../net/node-net.ts'
import type { PinIndex } from '../../pins/index/pin-index.ts'
import type { PinStore } from '../../pins/store/pin-store.ts'
import type { GcRoots } from '../../repo/gc-roots.ts'
import type { DelegatedRouting } from '../../retrieval/delegated-routing.ts'
import type { Blockstore } from '../../store/blockstore/blockstore.ts'
import type { LazySwarm } from '../../swarm/lazy-swarm.ts'
import type { HttpService } from '../../swarm/streams/http-service.ts'
import type { StreamMounts } from '../../swarm/streams/stream-mounts.ts'
import type { StreamSockets } from '../../swarm/streams/stream-sockets.ts'
import type { Identity } from '../identity/identity.ts'
import type { Providing } from '../providing/providing.ts'
import type { Changes } from '../services/changes.ts'
import type { Services } from '../services/services.ts'
import type { RequestLog } from '../session/request-log.ts'
import type { RuntimeState } from '../session/runtime-state.ts'
import type { KeptListeners } from '../session/saved-listeners.ts'
import type { KeptPeers } from '../session/saved-peers.ts'
import type { Dependency } from './dependency.ts'
import type { Repairs } from './repairs.ts'

/**
 * A node: its stores, identity, settings and services. Commands and the gateway get everything that they use from here.
 */
export interface IpfsNode {
  readonly identity: Identity
  readonly config: ConfigStore
  /** blocks of this machine only; most readers want `Context.blocks` */
  readonly blockstore: Blockstore
  readonly datastore: Datastore
  readonly pins: PinStore
  /** data that the browser lost, until the user has acknowledged it */
  readonly repairs: Repairs
  /** index of the blocks below recursive pins */
  readonly pinIndex: PinIndex
  /** mutable files (MFS) */
  readonly mfs: Mfs
  /** whether the gateway serves the mutable files */
  readonly mountedFiles: MountedFiles
  /** signing keys of names */
  readonly keys: KeyStore
  /** names of keys and domains, and their targets */
  readonly names: Names
  /** streams of custom protocols that are forwarded between peers and local endpoints */
  readonly streamMounts: StreamMounts
  /** sockets of the machine; undefined if there are none, as in a browser */
  readonly sockets: StreamSockets | undefined
  /** answers HTTP requests over streams of peers; undefined if nothing does */
  readonly httpService: HttpService | undefined
  /**
   * blocks that are referenced and not stored; undefined if neither the filestore nor the urlstore was enabled at the
   * start of the node
   */
  readonly references: References | undefined
  /** source of missing blocks; undefined if there is none */
  readonly exchange: Exchange | undefined
  /**
   * Whether the node takes part in the network now, by peers and routing. A node that only fetches blocks over HTTP, or
   * that the settings keep off the network, is offline to commands.
   */
  readonly online: boolean
  /** the libp2p peer of this node; undefined while it has none, as offline */
  readonly swarm: LazySwarm | undefined
  /** client of the delegated routers; undefined if none are used */
  readonly routing: DelegatedRouting | undefined
  /** announces the blocks of the node; undefined if its owner configured nothing for it, and on an offline node */
  readonly providing: Providing | undefined
  /** peering, and the traffic of connections */
  readonly net: NodeNet
  /**
   * runtime settings of commands that last until the node stops; undefined if they are only in memory, as in Node,
   * whose process lives as long
   */
  readonly runtime: RuntimeState | undefined
  /** services for other nodes, saved in `runtime` */
  readonly keptListeners: KeptListeners | undefined
  /** peers that the node reconnects to, saved in `runtime`; undefined if it is not a peer */
  readonly keptPeers: KeptPeers | undefined
  /** Deletes all saved runtime state, because the node is shut down. */
  endRuntime: () => Promise<void>
  /** log records of the node, and their listeners */
  readonly logs: Logs
  /** long-running jobs, which survive a crash */
  readonly jobs: Jobs
  /**
   * Kinds of jobs that services of a shell add, by name, with functions that recreate them after a crash. They must be
   * added before the services start.
   */
  readonly jobKinds: Map<string, RemakeKind>
  /** running requests, and recent ones */
  readonly requests: RequestLog
  /** notifies of all changes to pins, blocks or settings */
  readonly changes: Changes
  /** background services of the node; opening the node does not start them */
  readonly services: Services
  /** read: adders of blocks that will be pinned; write: the garbage collector */
  readonly gcLock: ReadWriteLock
  /** roots that the garbage collector keeps in addition to pins */
  readonly gcRoots: GcRoots
  /** location of the repo, as `repo/stat` shows it */
  readonly repoPath: string
  /** packages of the program, itself first; empty if the build does not list them */
  readonly dependencies: () => Promise<readonly Dependency[]>
  /** whether the repo was created when this node opened */
  readonly isNew: boolean
  /** Handles a request to stop the node: its owner decides how; without an owner it just stops. */
  shutDown: () => void
  /** Releases the stores. Running commands fail; jobs fail with the reason, if there is one. Idempotent. */
  stop: (reason?: Error) => Promise<void>
}
