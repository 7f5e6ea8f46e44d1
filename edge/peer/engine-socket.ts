/** A WebSocket as the engine has it, the part that is used. It tells neither what of it waits to be sent, nor lets a sender wait. */
export interface EngineSocket {
  binaryType: string
  /** from then on messages come */
  accept: () => void
  send: (bytes: Uint8Array) => void
  close: (code?: number, reason?: string) => void
  addEventListener: ((type: 'message', listener: (event: { data: ArrayBuffer | string }) => void) => void) & ((type: 'close', listener: (event: { code: number, wasClean: boolean }) => void) => void) & ((type: 'error', listener: (event: unknown) => void) => void)
}

declare const WebSocketPair: new () => { 0: unknown, 1: EngineSocket }

/** The end of a connection that is answered with, and ours. */
export function socketPair (): { theirs: unknown, ours: EngineSocket } {
  const { 0: theirs, 1: ours } = new WebSocketPair()
  return { theirs, ours }
}
