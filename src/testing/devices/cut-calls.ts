import type { NodeCalls } from '../../devices/node-calls.ts'

/** Fails all commands after a number of them, as if the page was closed. */
export function cutCalls (calls: NodeCalls, after: number): NodeCalls {
  let left = after
  return async function* (command, options) {
    if (left-- <= 0) {
      throw new Error('killed')
    }

    yield* calls(command, options)
  } as NodeCalls
}
