/**
 * The module that makes a worker's node a peer, to be passed on unchanged. (Its arguments are internal to the node.)
 */
export interface SwarmPart {
  openSwarmInWorker: (...args: never[]) => Promise<unknown>
}
