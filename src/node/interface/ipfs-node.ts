import type { Logs } from '../../log/logs.ts'
import type { Changes } from '../services/changes.ts'
import type { Services } from '../services/services.ts'
import type { NodeJobs } from './node-jobs.ts'
import type { NodeNames } from './node-names.ts'
import type { NodeNetwork } from './node-network.ts'
import type { NodeSession } from './node-session.ts'
import type { NodeStorage } from './node-storage.ts'

/** A package that is part of the program, as `version/deps` lists it. */
export interface Dependency {
  Path: string
  Version: string
  /** name and version of the package that replaces it; empty if none does */
  ReplacedBy: string
  /** checksum of the package, from the lock file */
  Sum: string
}

/**
 * A node: its stores, identity, settings and services. Commands and the gateway get everything that they use from here.
 */
export interface IpfsNode extends NodeStorage, NodeNames, NodeNetwork, NodeJobs, NodeSession {
  /** log records of the node, and their listeners */
  readonly logs: Logs
  /** notifies of all changes to pins, blocks or settings */
  readonly changes: Changes
  /** background services of the node; opening the node does not start them */
  readonly services: Services
  /** packages of the program, itself first; empty if the build does not list them */
  readonly dependencies: () => Promise<readonly Dependency[]>
  /** Handles a request to stop the node: its owner decides how; without an owner it just stops. */
  shutDown: () => void
  /** Releases the stores. Running commands fail; jobs fail with the reason, if there is one. Idempotent. */
  stop: (reason?: Error) => Promise<void>
}
