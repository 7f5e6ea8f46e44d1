import type { RuntimeState } from '../session/runtime-state.ts'
import type { SavedListeners } from '../session/saved-listeners.ts'
import type { SavedPeers } from '../session/saved-peers.ts'

/** State of a node that lasts until it is shut down, across restarts of its worker. */
export interface NodeSession {
  /**
   * runtime settings of commands that last until the node stops; undefined if they are only in memory, as in Node,
   * whose process lives as long
   */
  readonly runtime: RuntimeState | undefined
  /** services for other nodes, saved in `runtime` */
  readonly keptListeners: SavedListeners | undefined
  /** peers that the node reconnects to, saved in `runtime`; undefined if it is not a peer */
  readonly keptPeers: SavedPeers | undefined
  /** Deletes all saved runtime state, because the node is shut down. */
  endRuntime: () => Promise<void>
}
