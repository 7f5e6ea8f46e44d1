import type { RecordWrite } from '../repo/with-write-session.ts'
import { pinnedNow } from './pinned-now.ts'
import type { Pin, PinStore, PutPinOptions } from './pin-store.ts'

/** Puts pins, all in one step, as the record of a write session that brings their blocks. Those that say nothing of it are pinned since now. */
export function pinning (pins: PinStore, put: ReadonlyArray<Pin & PutPinOptions>): RecordWrite {
  return async (along) => {
    await pins.change(async (change) => { put.forEach(({ below, ...pin }) => { change.put({ since: pinnedNow(), ...pin }, { below }) }) }, along)
  }
}
