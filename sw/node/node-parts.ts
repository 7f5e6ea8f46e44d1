import type { BlockstoreKind } from '../../src/client/worker/worker-url.ts'
import type { Dependency } from '../../src/node/interface/ipfs-node.ts'
import type { ReadPageTexts } from '../responses/translate-own-page.ts'
import type { openSwarmInWorker } from '../swarm/swarm-part.ts'

/** The module that makes a worker's node a peer. */
export interface SwarmPart {
  openSwarmInWorker: typeof openSwarmInWorker
}

/** Options that a worker's script sets for its node. */
export interface NodeParts {
  /** version of the script, unique for each build */
  version: string
  /** blockstore of a new repo; by default its settings select it. A repo with another blockstore does not open. */
  blockStore?: BlockstoreKind
  /** The module that makes the node a peer, loaded on demand; without it the node is none. */
  swarm?: (() => SwarmPart) | undefined
  /** URL prefix of the explorer page, before a content path; unset if the worker has no such page */
  explorer?: string
  /** reads the texts of the gateway's pages; without it they are in English */
  pageTexts?: ReadPageTexts
  /** returns the dependencies of the script; not reported by default */
  dependencies?: () => Promise<Dependency[]>
}

/**
 * Returns the blockstore in the query of the worker's script, as in `/sw.js?datastore=idb`. An unknown one is refused
 * when the repo is opened.
 */
export function requestedBlockStore (script: string): BlockstoreKind | undefined {
  return (new URL(script).searchParams.get('datastore') ?? undefined) as BlockstoreKind | undefined
}
