/**
 * Messages between the two ends of a port. A call is one request and a stream of values; a single value is a stream of
 * one.
 */
export type CallerMessage =
  | { type: 'call'; id: number; method: string; input: unknown; credit: number }
  /** credit: the caller has room for this many more bytes */
  | { type: 'credit'; id: number; bytes: number }
  | { type: 'cancel'; id: number }
  /** sent while calls are open; any answer shows that the other end is alive */
  | { type: 'ping' }
  | { type: 'bye' }

export type ServerMessage =
  | { type: 'value'; id: number; value: unknown; bytes: number }
  | { type: 'end'; id: number }
  | { type: 'error'; id: number; error: PortError }
  | { type: 'pong' }
  | { type: 'bye' }

/** An error as it crosses a port: browsers clone only the names of built-in errors. */
export interface PortError {
  name: string
  message: string
  /** HTTP status, if the error has one */
  status?: number
  cause?: PortError
}

/** Returns whether this is one of these messages; all others are ignored. */
export function isPortMessage<M extends CallerMessage | ServerMessage> (data: unknown): data is M {
  return typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string'
}

/**
 * Copies bytes into a buffer of their own, to be transferred. Cloning a view would send its whole buffer, and blocks
 * share buffers.
 */
export function ownBytes (bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.slice() as Uint8Array<ArrayBuffer>
}
