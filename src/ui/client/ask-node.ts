import { rpc, rpcStream } from '../../client/index.ts'
import type { RpcOptions } from '../../client/index.ts'

/**
 * Calls a command that may fail in normal operation, for example because of a missing block. Uses the worker's port,
 * because a browser logs each failed fetch in its console.
 */
export async function askNode<T> (command: string, options: RpcOptions): Promise<T> {
  return await rpc<T>(command, { ...options, files: [] })
}

/** Same as `askNode`, for streamed values. */
export function askStream<T> (command: string, options: RpcOptions): AsyncGenerator<T> {
  return rpcStream<T>(command, { ...options, files: [] })
}
