/** The page of the node's origin that asks the person and answers the calls. */
export const BRIDGE_PAGE = 'bridge.html'

/** Whether a path is that of the page. Hosts with clean URLs redirect to it without its extension. */
export function isBridgePath (pathname: string): boolean {
  return pathname === `/${BRIDGE_PAGE}` || `${pathname}.html` === `/${BRIDGE_PAGE}`
}

/** Posted by the node's window to its opener when it listens. It contains nothing secret: any page may open it. */
export interface BridgeReady {
  type: 'swipfs-bridge-ready'
}

/** Posted by the asking page to the node's origin, with a port for the calls. */
export interface BridgeAsk {
  type: 'swipfs-bridge-ask'
  /** `BridgeScope`, unchecked */
  scope: unknown
}

/** Calls over the port, with their inputs and values. `grant` is answered when the person has decided. */
export interface BridgeCalls {
  grant: { input: undefined; value: { scope: unknown } }
  list: { input: { path: string }; value: readonly BridgeEntry[] }
  read: { input: { path: string; offset?: number; length?: number }; value: Uint8Array<ArrayBuffer> }
  add: { input: { path: string; content: Blob }; value: BridgeStored }
  pin: { input: { cid: string; path: string }; value: BridgeProgress | BridgeStored }
  publish: { input: { cid: string }; value: { name: string } }
}

/** An entry of a folder. */
export interface BridgeEntry {
  name: string
  type: 'file' | 'folder' | 'other'
  /** bytes of a file */
  size: number
  cid: string
}

/** A file or folder that a call has stored in Files. */
export interface BridgeStored {
  path: string
  cid: string
  /** bytes of all blocks */
  size: number
}

/** The blocks that have arrived so far. */
export interface BridgeProgress {
  bytes: number
  blocks: number
}

/** Returns whether the data of a message event is a message of this type. */
export function isBridgeMessage<M extends BridgeReady | BridgeAsk> (data: unknown, type: M['type']): data is M {
  return typeof data === 'object' && data !== null && (data as Partial<M>).type === type
}
