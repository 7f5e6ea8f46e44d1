import type { Dependency } from '../src/node/dependency.ts'
import type { BlockstoreKind } from '../src/client/worker-url.ts'
import type { openSwarmInWorker } from './swarm-part.ts'

/** What makes the node of a worker a peer. */
export interface SwarmPart {
  openSwarmInWorker: typeof openSwarmInWorker
}

/** What the script of a worker says of its node. */
export interface NodeParts {
  /** of the script: another one for each that differs */
  version: string
  /** how a new repo keeps its blocks; as its settings say when left out. A repo that is kept otherwise does not open. */
  blockStore?: BlockstoreKind
  /** The part that makes the node a peer, loaded when it is needed; without it the node is none. */
  swarm?: (() => SwarmPart) | undefined
  /** before a content path: where its page shows what that leads to; a worker without that page has none */
  explorer?: string
  /** what the script is made of; nothing is told of that when left out */
  dependencies?: () => Promise<Dependency[]>
}
