import type { PinStore } from '../../pins/store/pin-store.ts'

/** Counts the pins of both modes. */
export async function countPins (pins: Pick<PinStore, 'list'>): Promise<number> {
  let count = 0

  for await (const _ of pins.list(undefined, { names: false })) {
    count++
  }

  return count
}
