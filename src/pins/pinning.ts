import type { RecordWrite } from '../repo/with-write-session.ts'
import type { Pin, PinStore, PutPinOptions } from './pin-store.ts'

/** Puts pins, all in one step, as the record of a write session that brings their blocks. */
export function pinning (pins: PinStore, put: ReadonlyArray<Pin & PutPinOptions>): RecordWrite {
  return async (along) => {
    await pins.change(async (change) => { put.forEach(({ keepsOthers, ...pin }) => { change.put(pin, { keepsOthers }) }) }, along)
  }
}
