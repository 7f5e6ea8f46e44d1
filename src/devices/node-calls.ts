/** Parameters of a command, as in `/api/v0`. */
export interface NodeCallOptions {
  args?: readonly string[]
  options?: Record<string, string | number | boolean>
  /** content of the file argument */
  file?: Uint8Array
  signal?: AbortSignal
}

/**
 * Calls commands of a node: over the client library in a page, over HTTP in Node.js.
 *
 * @param command - path below /api/v0, such as `files/stat`
 * @yields the JSON values of the answer
 * @throws an Error with the node's message
 */
export type NodeCalls = <T>(command: string, options?: NodeCallOptions) => AsyncIterable<T>

/**
 * Calls a command that answers with one value.
 *
 * @throws an Error with the node's message
 */
export async function callOnce<T> (calls: NodeCalls, command: string, options?: NodeCallOptions): Promise<T> {
  let last: T | undefined

  for await (const value of calls<T>(command, options)) {
    last = value
  }

  if (last === undefined) {
    throw new Error(`${command} gave no answer`)
  }

  return last
}

/**
 * Calls a command for its effect.
 *
 * @throws an Error with the node's message
 */
export async function callDone (calls: NodeCalls, command: string, options?: NodeCallOptions): Promise<void> {
  for await (const _ of calls(command, options));
}
