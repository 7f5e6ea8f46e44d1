import { defineError } from '../../errors/define-error.ts'
import type { NodeCalls } from '../node-calls.ts'

export interface FetchProgress {
  /** bytes that were fetched, or were here already */
  bytes: number
}

/** Thrown if no peer sends the content: the other device is away. */
export class ContentAwayError extends defineError('ContentAwayError') {}

/** Time without a new block after which the content counts as unreachable. */
const STALL_MS = 45_000

/**
 * Stores all blocks of a content.
 *
 * @param onBytes - called with the bytes since the last call
 * @throws ContentAwayError if it does not arrive
 */
export async function fetchContent (
  calls: NodeCalls,
  cid: string,
  { signal, onBytes, stallMs = STALL_MS }: {
    signal?: AbortSignal
    onBytes?: (bytes: number) => void
    stallMs?: number
  } = {}
): Promise<void> {
  const stalled = new AbortController()
  const stall = (): void => {
    stalled.abort(new ContentAwayError(`no block of ${cid} has arrived for ${stallMs / 1000} s`))
  }
  let timer = setTimeout(stall, stallMs)
  let seen = 0

  try {
    for await (
      const { TotalSize = 0 } of calls<{ TotalSize?: number }>('dag/stat', {
        args: [cid],
        options: { progress: true },
        signal: signal == null ? stalled.signal : AbortSignal.any([signal, stalled.signal])
      })
    ) {
      if (TotalSize > seen) {
        clearTimeout(timer)
        timer = setTimeout(stall, stallMs)
        onBytes?.(TotalSize - seen)
        seen = TotalSize
      }
    }
  } catch (err) {
    signal?.throwIfAborted()
    throw new ContentAwayError((err as Error).message, { cause: err })
  } finally {
    clearTimeout(timer)
  }
}
