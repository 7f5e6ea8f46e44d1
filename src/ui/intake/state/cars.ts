import { Store } from '../../lib/reactive/store.ts'
import { t, tn } from '../../lib/text/t.ts'
import { say } from '../../page/news.ts'
import { isCar } from '../lib/picked.ts'
import type { Picked } from '../lib/picked.ts'
import { upload } from './uploads.ts'

/** CAR files that wait for the user's decision: import the content, or store the file. */
export const cars = new Store<Picked[]>([])

/** Handles chosen items: uploads normal files, and asks about CARs. */
export function take (picked: readonly Picked[]): void {
  const found = picked.filter(isCar)
  upload(picked.filter((one) => !isCar(one)))

  if (found.length > 0) {
    cars.set([...cars.value, ...found])
    say(
      found.length === 1
        ? t('{name} can be imported as a CAR.', { name: found[0].name })
        : tn(found.length, '{n} file can be imported as CARs.', '{n} files can be imported as CARs.')
    )
  }
}

/** Imports the blocks of the CARs. */
export function importAll (): void {
  upload(settled().map((one) => ({ ...one, car: true })))
}

/** Stores the CARs as normal files. */
export function storeAll (): void {
  upload(settled())
}

export function leaveAll (): void {
  settled()
}

function settled (): Picked[] {
  const waiting = cars.value
  cars.set([])
  return waiting
}
