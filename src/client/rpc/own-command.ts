import { isError } from '../../errors/define-error.ts'
import { AnswerCutError, NodeNotReadyError, RpcError } from '../protocol/errors.ts'
import { controller } from '../worker/controller.ts'
import { rpcStream } from './rpc.ts'
import type { RpcOptions } from './rpc.ts'

/** Limits of a call to the node. */
export interface CallLimits {
  timeoutMs: number
  signal?: AbortSignal
}

/** HTTP status of an answer if the node does not open. */
const NODE_CLOSED = 503

/**
 * Calls a command below `/api/v0/swipfs`, once a worker controls this page, and returns all its values.
 *
 * @throws RpcError with the node's message
 * @throws NodeNotReadyError if no worker answers in time
 * @throws the signal's reason
 */
export async function ownCommand<T> (
  command: string,
  { timeoutMs, signal }: CallLimits,
  options: Pick<RpcOptions, 'args' | 'options' | 'files'> = {}
): Promise<T[]> {
  await controller({ timeoutMs, signal })
  const ended = new AbortController()
  const timer = setTimeout(() => {
    ended.abort(new NodeNotReadyError('the worker does not answer'))
  }, timeoutMs)
  const abort = (): void => {
    ended.abort(signal?.reason)
  }
  signal?.addEventListener('abort', abort)

  try {
    const values: T[] = []

    for await (const value of rpcStream<T>(`swipfs/${command}`, { ...options, signal: ended.signal })) {
      values.push(value)
    }

    return values
  } catch (err) {
    ended.signal.throwIfAborted()
    throw isError(err, AnswerCutError)
      ? new NodeNotReadyError(err.message, { cause: err })
      : err
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** Returns the result of a call, or the fallback if the node does not open: other calls report the reason. */
export async function unlessClosed<T> (result: Promise<T>, fallback: T): Promise<T> {
  return await result.catch((err: unknown) => {
    if (isError(err, RpcError) && err.status === NODE_CLOSED) {
      return fallback
    }

    throw err
  })
}
