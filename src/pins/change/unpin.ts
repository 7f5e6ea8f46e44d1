import type { CID } from 'multiformats/cid'
import type { PinStore } from '../store/pin-store.ts'
import { NotPinnedError, PinnedRecursivelyError } from './pin-errors.ts'

/**
 * Removes the pin of a CID (boxo `dspinner`, `Unpin`). Its blocks stay until the next garbage collection.
 *
 * @param options.recursive - false to remove it only if it is direct
 * @throws NotPinnedError, PinnedRecursivelyError
 * @example
 * ```ts
 * await unpin(node.pins, cid, { recursive: true })
 * ```
 */
export async function unpin (pins: PinStore, cid: CID, { recursive }: { recursive: boolean }): Promise<void> {
  await pins.change(async (change) => {
    const pin = await change.get(cid)

    if (pin == null) {
      throw new NotPinnedError()
    }

    if (pin.mode === 'recursive' && !recursive) {
      throw new PinnedRecursivelyError(cid)
    }

    change.remove(cid)
  })
}
