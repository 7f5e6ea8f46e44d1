import { later } from '../async/later.ts'
import type { BlockReader } from './block-reader.ts'

/** As an upload that sends nothing. */
const PATIENCE_MS = 60_000

/**
 * How blocks are read by one who holds others up while it waits: it waits a minute for a block and no longer, where others wait as long as the client does.
 *
 * @param signal - of all reads; those of theirs are not looked at
 */
export function impatientReader (blocks: BlockReader, signal: AbortSignal): Pick<BlockReader, 'get'> {
  const late = new AbortController()
  const both = AbortSignal.any([signal, late.signal])

  return {
    get: async (cid) => {
      const stop = later(() => { late.abort(new Error(`block ${cid} did not come for ${PATIENCE_MS / 1000} s, and others wait: nothing is changed`)) }, PATIENCE_MS)

      try {
        return await blocks.get(cid, { signal: both })
      } finally {
        stop()
      }
    }
  }
}
