/** What makes the node of a worker a peer: to be handed on as it is. (What it is called with is the node's own, and of no use to an app.) */
export interface SwarmPart {
  openSwarmInWorker: (...args: never[]) => Promise<unknown>
}
