import { rpc, rpcStream } from '../../client/index.ts'
import type { RpcOptions } from '../../client/index.ts'

/**
 * Calls a command whose failure is an answer like any other, as that a block is not here: over the worker's port, since a browser
 * complains in its console of each fetch that fails.
 */
export async function ask<T> (command: string, options: RpcOptions): Promise<T> {
  return await rpc<T>(command, { ...options, files: [] })
}

/** The same for values that come one by one. */
export function askStream<T> (command: string, options: RpcOptions): AsyncGenerator<T> {
  return rpcStream<T>(command, { ...options, files: [] })
}
