import { later } from '../../async/timers/later.ts'
import type { BlockReader } from './block-reader.ts'

/** The timeout; the same as for a stalled upload. */
const PATIENCE_MS = 60_000

/**
 * Reads blocks with a timeout of one minute each, for a caller that blocks others while it waits. Other readers wait as
 * long as the client does.
 *
 * @param signal - for all reads; their own signals are ignored
 */
export function readerWithTimeout (blocks: BlockReader, signal: AbortSignal): Pick<BlockReader, 'get'> {
  const late = new AbortController()
  const both = AbortSignal.any([signal, late.signal])

  return {
    get: async (cid) => {
      const stop = later(() => {
        late.abort(
          new Error(`block ${cid} did not come for ${PATIENCE_MS / 1000} s, and others wait: nothing is changed`)
        )
      }, PATIENCE_MS)

      try {
        return await blocks.get(cid, { signal: both })
      } finally {
        stop()
      }
    }
  }
}
