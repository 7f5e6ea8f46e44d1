import { rpc } from '../../../client/index.ts'
import { isRaw } from '../../lib/links/is-raw.ts'
import { Store } from '../../lib/reactive/store.ts'
import type { Kept } from './kept.ts'

export interface Sizes {
  /** sizes by CID, as stated by root blocks; shared blocks count for each */
  known: ReadonlyMap<string, number>
  /** number of items still to be measured */
  left: number
}

/** Concurrent requests, to keep the worker busy; it answers one at a time. */
const AT_ONCE = 4

/** Update interval in items, so that lists of thousands are not rendered for each one. */
const REDRAW_EVERY = 50

export const sizes = new Store<Sizes>({ known: new Map(), left: 0 })

/** Reads the sizes of content from root blocks only. Unreadable ones stay unknown. Ends by the signal. */
export async function measure (pins: readonly Kept[], { signal }: { signal: AbortSignal }): Promise<void> {
  const known = new Map(sizes.value.known)
  const waiting = pins.filter(({ cid }) => !known.has(cid))

  async function work (): Promise<void> {
    for (let pin = waiting.pop(); pin != null && !signal.aborted; pin = waiting.pop()) {
      known.set(pin.cid, await pinSizeOf(pin, signal).catch(() => 0))

      if (known.size % REDRAW_EVERY === 0) {
        sizes.set({ known: new Map(known), left: waiting.length })
      }
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, work))
  sizes.set({ known, left: waiting.length })
}

async function pinSizeOf ({ cid, type }: Kept, signal: AbortSignal): Promise<number> {
  const { Size } = await rpc<{ Size: number }>('block/stat', { args: [cid], options: { offline: true }, signal })

  // A raw block has no links and may be large: request its size instead of its bytes.
  if (isRaw(cid) || type === 'direct') {
    return Size
  }

  const { Links = [] } = await rpc<{ Links?: Array<{ Tsize?: number }> }>('dag/get', {
    args: [cid],
    options: { offline: true },
    signal
  })
  return Links.reduce((sum, { Tsize = 0 }) => sum + Tsize, Size)
}
