import type { RecordWrite } from '../../repo/with-write-session.ts'
import type { Pin, PinStore, PutPinOptions } from '../store/pin-store.ts'

/** Returns the current time in seconds since 1970, as pins store it. */
export function pinnedNow (): number {
  return Math.floor(Date.now() / 1000)
}

/**
 * Returns a record that puts pins atomically with the end of the write session that brings their blocks. Pins without a
 * date get the current time.
 */
export function pinCommitRecord (pins: PinStore, put: ReadonlyArray<Pin & PutPinOptions>): RecordWrite {
  return async (along) => {
    await pins.change(async (change) => {
      put.forEach(({ below, ...pin }) => {
        change.put({ since: pinnedNow(), ...pin }, { below })
      })
    }, along)
  }
}
