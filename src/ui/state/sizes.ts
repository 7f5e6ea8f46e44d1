import { rpc } from '../../client/index.ts'
import { isRaw } from '../lib/is-raw.ts'
import { Store } from '../lib/store.ts'
import type { Kept } from './kept.ts'

export interface Sizes {
  /** bytes of what is kept, by CID, as its top block says; blocks that it shares with others count for each */
  known: ReadonlyMap<string, number>
  /** how many are still to be looked at */
  left: number
}

/** The worker answers one after the other anyway; a few keep it busy. */
const AT_ONCE = 4

/** Every list of thousands is not drawn again for each of them. */
const REDRAW_EVERY = 50

export const sizes = new Store<Sizes>({ known: new Map(), left: 0 })

/** Looks how large things are, by their top blocks alone; what cannot be read stays unknown. Ends by the signal. */
export async function measure (pins: readonly Kept[], { signal }: { signal: AbortSignal }): Promise<void> {
  const known = new Map(sizes.value.known)
  const waiting = pins.filter(({ cid }) => !known.has(cid))

  async function work (): Promise<void> {
    for (let pin = waiting.pop(); pin != null && !signal.aborted; pin = waiting.pop()) {
      known.set(pin.cid, await sizeOf(pin, signal).catch(() => 0))

      if (known.size % REDRAW_EVERY === 0) {
        sizes.set({ known: new Map(known), left: waiting.length })
      }
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, work))
  sizes.set({ known, left: waiting.length })
}

async function sizeOf ({ cid, type }: Kept, signal: AbortSignal): Promise<number> {
  const { Size } = await rpc<{ Size: number }>('block/stat', { args: [cid], options: { offline: true }, signal })

  // a raw block has no links and may be large: its size is asked for, not its bytes
  if (isRaw(cid) || type === 'direct') {
    return Size
  }

  const { Links = [] } = await rpc<{ Links?: Array<{ Tsize?: number }> }>('dag/get', { args: [cid], options: { offline: true }, signal })
  return Links.reduce((sum, { Tsize = 0 }) => sum + Tsize, Size)
}
