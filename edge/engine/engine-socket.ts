/** The used part of the engine's WebSocket. It neither reports its buffered bytes, nor applies backpressure. */
export interface EngineSocket {
  binaryType: string
  /** starts the delivery of messages */
  accept: () => void
  send: (bytes: Uint8Array) => void
  close: (code?: number, reason?: string) => void
  addEventListener:
    & ((type: 'message', listener: (event: { data: ArrayBuffer | string }) => void) => void)
    & ((type: 'close', listener: (event: { code: number; wasClean: boolean }) => void) => void)
    & ((type: 'error', listener: (event: unknown) => void) => void)
}

declare const WebSocketPair: new() => { 0: unknown; 1: EngineSocket }

/** Creates a pair of sockets: one for the answer, and ours. */
export function socketPair (): { theirs: unknown; ours: EngineSocket } {
  const { 0: theirs, 1: ours } = new WebSocketPair()
  return { theirs, ours }
}
