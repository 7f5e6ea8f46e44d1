import { Store } from '../../lib/reactive/store.ts'
import { t, tn } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'
import { shownPlace } from '../../page/state/section.ts'
import { isCar } from '../lib/picked.ts'
import type { Placed } from '../lib/picked.ts'
import { upload } from './uploads.ts'

/** CAR files that wait for the user's decision: import the content, or store the file. */
export interface CarsWaiting {
  /** fragment of the page's URL at which the user added them: the question stays there */
  at: string
  picked: readonly Placed[]
}

export const cars = new Store<readonly CarsWaiting[]>([])

/** Handles chosen items: uploads normal files, and asks about CARs. */
export function takeCars (picked: readonly Placed[], at = shownPlace()): void {
  const found = picked.filter(isCar)
  upload(picked.filter((one) => !isCar(one)))

  if (found.length > 0) {
    cars.set([...cars.value, { at, picked: found }])
    announceNews(
      found.length === 1
        ? t('{name} can be imported as a CAR.', { name: found[0].name })
        : tn(found.length, '{n} file can be imported as CARs.', '{n} files can be imported as CARs.')
    )
  }
}

/** Imports the blocks of the CARs. */
export function importAll (waiting: CarsWaiting): void {
  leaveAll(waiting)
  upload(waiting.picked.map((one) => ({ ...one, car: true })))
}

/** Stores the CARs as normal files. */
export function storeAll (waiting: CarsWaiting): void {
  leaveAll(waiting)
  upload(waiting.picked)
}

export function leaveAll (waiting: CarsWaiting): void {
  cars.set(cars.value.filter((one) => one !== waiting))
}
