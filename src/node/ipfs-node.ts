import type { Datastore } from 'interface-datastore'
import type { PinIndex } from '../pins/pin-index.ts'
import type { PinStore } from '../pins/pin-store.ts'
import type { Blockstore } from '../store/blockstore.ts'
import type { ConfigStore } from '../config/config-store.ts'
import type { Changes } from './changes.ts'
import type { Dependency } from './dependency.ts'
import type { Exchange } from '../blocks/exchange.ts'
import type { Identity } from './identity.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { RemakeKind } from '../jobs/kinds/remake-job.ts'
import type { KeyStore } from '../keys/key-store.ts'
import type { Names } from '../names/names.ts'
import type { NodeNet } from '../net/node-net.ts'
import type { Providing } from './providing.ts'
import type { Services } from './services.ts'
import type { GcRoots } from '../repo/gc/gc-roots.ts'
import type { Logs } from '../log/logs.ts'
import type { MountedFiles } from '../mfs/mounted-files.ts'
import type { Mfs } from '../mfs/mfs.ts'
import type { References } from '../blocks/references/references.ts'
import type { Repairs } from './repairs.ts'
import type { DelegatedRouting } from '../retrieval/delegated-routing.ts'
import type { LazySwarm } from '../swarm/lazy-swarm.ts'
import type { StreamMounts } from '../swarm/streams/stream-mounts.ts'
import type { HttpService } from '../swarm/streams/http-service.ts'
import type { StreamSockets } from '../swarm/streams/stream-sockets.ts'
import type { KeptListeners } from './kept-listeners.ts'
import type { KeptPeers } from './kept-peers.ts'
import type { RequestLog } from './request-log.ts'
import type { RuntimeState } from './runtime-state.ts'
import type { ReadWriteLock } from '../async/read-write-lock.ts'

/** A node: its stores, who it is, how it is set up. Commands and the gateway get all that they use from here. */
export interface IpfsNode {
  readonly identity: Identity
  readonly config: ConfigStore
  /** blocks of this machine alone; most readers want `Context.blocks` */
  readonly blockstore: Blockstore
  readonly datastore: Datastore
  readonly pins: PinStore
  /** what the browser lost, until somebody has taken note */
  readonly repairs: Repairs
  /** what lies below recursive pins */
  readonly pinIndex: PinIndex
  /** mutable files */
  readonly mfs: Mfs
  /** whether the gateway shows them */
  readonly mountedFiles: MountedFiles
  /** keys that names are signed with */
  readonly keys: KeyStore
  /** names of keys and domains, and what they lead to */
  readonly names: Names
  /** streams of protocols of others that are carried between peers and somebody else */
  readonly streamMounts: StreamMounts
  /** of the machine; undefined where there are none, as in a browser */
  readonly sockets: StreamSockets | undefined
  /** answers streams of peers that speak HTTP; undefined where nothing does */
  readonly httpService: HttpService | undefined
  /** blocks that are referred to and not stored; undefined where neither the filestore nor the urlstore was on when the node started */
  readonly references: References | undefined
  /** what brings blocks that are not here; undefined where nothing does */
  readonly exchange: Exchange | undefined
  /** It takes part in the network now, by peers and their routing. One that only fetches blocks, by HTTP, does not: to commands it is offline, as is one whose settings keep it from the network. */
  readonly online: boolean
  /** the node as a peer; undefined where it is none at the moment, as offline */
  readonly swarm: LazySwarm | undefined
  /** what delegated routers know; undefined where none are asked */
  readonly routing: DelegatedRouting | undefined
  /** announces what the node has; undefined where its owner gave nothing for that, and on a node that is offline */
  readonly providing: Providing | undefined
  /** who a connection is kept to, and what went over connections */
  readonly net: NodeNet
  /** what commands have set until the node stops; undefined where it is in memory alone, as in Node, whose process lasts as long */
  readonly runtime: RuntimeState | undefined
  /** services that other nodes may use, in `runtime` */
  readonly keptListeners: KeptListeners | undefined
  /** peers that the node comes back to, in `runtime`; undefined where it is no peer */
  readonly keptPeers: KeptPeers | undefined
  /** Ends all that `runtime` keeps: the node is shut down. */
  endRuntime: () => Promise<void>
  /** what it tells of its work, and who listens */
  readonly logs: Logs
  /** work that takes long, and goes on behind a kill */
  readonly jobs: Jobs
  /** kinds of work that services of a shell bring along, by their names, with how they are made anew behind a kill; to be added before the services start */
  readonly jobKinds: Map<string, RemakeKind>
  /** the requests that are being answered, and the last that were */
  readonly requests: RequestLog
  /** tells when pins, blocks or settings change, whoever changes them */
  readonly changes: Changes
  /** what the node does besides answering; not started by opening it */
  readonly services: Services
  /** read: adders of blocks that will be pinned; write: the garbage collector */
  readonly gcLock: ReadWriteLock
  /** what the garbage collector keeps besides pins */
  readonly gcRoots: GcRoots
  /** where the repo lies, as `repo/stat` shows it */
  readonly repoPath: string
  /** what the program is made of, itself first; empty where the build does not say */
  readonly dependencies: () => Promise<readonly Dependency[]>
  /** nothing was kept here before: the repo was made when the node opened */
  readonly isNew: boolean
  /** Somebody asks that the node stops: its owner decides how, and without one it just stops. */
  shutDown: () => void
  /** Releases the stores. Running commands fail; jobs do with the reason, where there is one. Calling it again does nothing. */
  stop: (reason?: Error) => Promise<void>
}
