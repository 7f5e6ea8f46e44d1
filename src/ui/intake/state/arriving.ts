import { freeName } from '../../folder/lib/free-name.ts'
import { namesIn } from '../../folder/state/mfs.ts'
import { joinPath } from '../../lib/links/mfs-path.ts'
import { seldom } from '../../lib/reactive/seldom.ts'
import { Store } from '../../lib/reactive/store.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { section, shownPlace } from '../../page/state/section.ts'
import type { Picked, Placed } from '../lib/picked.ts'
import type { Reading } from '../lib/reading.ts'
import { takeCars } from './cars.ts'
import { uploads } from './uploads.ts'

export interface ArrivingState {
  /** number of files found so far, while a drop is read */
  found?: number
  problem?: PlainError
}

/** Interval of updates: files are found faster than the display needs. */
const SHOW_FOUND_EACH_MS = 100

/** Items that were dropped, pasted or picked anywhere on the page, until they become uploads. */
export const arriving = new Store<ArrivingState>({})

let reading: AbortController | undefined
let placing: Promise<unknown> = Promise.resolve()

/** Returns the folder that takes added items: the open one, or the root of Files. */
export function targetFolder (): string {
  const shown = section.value
  return shown.is === 'files' ? shown.path : '/'
}

/**
 * Handles dropped, pasted or picked items: puts them into the open folder, under free names. A drop's data exists only
 * during its event, so `read` is called at once.
 */
export async function arrive (read: Reading): Promise<void> {
  const { signal } = reading = new AbortController()
  const [folder, at] = [targetFolder(), shownPlace()]
  const onCount = seldom(SHOW_FOUND_EACH_MS, (found: number) => {
    arriving.patch({ found })
  })
  arriving.set({})

  try {
    const picked = await read({ onCount, signal })
    // One after the other: the names of an earlier drop must be taken.
    const mine = placing.then(async () => {
      takeCars(await placed(picked, folder), at)
    })
    placing = mine.catch(() => {})
    await mine
  } catch (err) {
    if (!isAbort(err)) {
      arriving.patch({ problem: plainError(err) })
    }
  } finally {
    arriving.patch({ found: undefined })
  }
}

/** Returns the items with free target paths in a folder. */
export async function placed (picked: readonly Picked[], folder: string): Promise<Placed[]> {
  const taken = await namesIn(folder)
  for (const { picked: { toFiles } } of uploads.value) {
    if (toFiles.startsWith(joinPath(folder, ''))) {
      taken.add(toFiles.slice(joinPath(folder, '').length))
    }
  }
  return picked.map((one) => {
    const name = freeName(one.name, taken)
    return {
      ...one,
      toFiles: joinPath(folder, name),
      ...name === one.name ? {} : { wants: joinPath(folder, one.name) }
    }
  })
}

export function stopArriving (): void {
  reading?.abort()
}

export function dismissArrivalProblem (): void {
  arriving.patch({ problem: undefined })
}
