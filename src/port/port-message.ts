/**
 * What the two ends of a port say to each other. A call is one question and a stream of values; one value is a stream
 * of one.
 */
export type CallerMessage =
  | { type: 'call'; id: number; method: string; input: unknown; credit: number }
  /** the caller has room for so many bytes more */
  | { type: 'credit'; id: number; bytes: number }
  | { type: 'cancel'; id: number }
  /** sent while calls are open; whatever comes back says that the other end lives */
  | { type: 'ping' }
  | { type: 'bye' }

export type ServerMessage =
  | { type: 'value'; id: number; value: unknown; bytes: number }
  | { type: 'end'; id: number }
  | { type: 'error'; id: number; error: PortError }
  | { type: 'pong' }
  | { type: 'bye' }

/** An error as it crosses a port: browsers clone the names of built-in errors alone. */
export interface PortError {
  name: string
  message: string
  /** of an HTTP answer, where the error knows it */
  status?: number
  cause?: PortError
}

/** A message of ours; anything else that comes through a port is ignored. */
export function isPortMessage<M extends CallerMessage | ServerMessage> (data: unknown): data is M {
  return typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string'
}
