import { rpc } from '../../../client/index.ts'
import { whenReady } from '../../client/node.ts'
import { readPins } from '../../client/read-pins.ts'
import type { Kept } from '../../client/read-pins.ts'
import { naturalOrder } from '../../lib/data/natural-order.ts'
import { Store } from '../../lib/reactive/store.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t, tn } from '../../lib/text/t.ts'
import { say } from '../../page/news.ts'
import { refreshPinDates } from './pin-dates.ts'
import { refreshStorage } from './storage.ts'

export type { Kept }

export interface KeptState {
  /** undefined until first read */
  list?: Kept[]
  /** number of pins read so far, while reading */
  reading?: number
  problem?: PlainError
  /** just removed pins, which can be restored while their blocks exist */
  removed?: readonly Kept[]
}

/** Delay before progress is displayed, so that a fast list does not flicker. */
const SHOW_READING_AFTER_MS = 400

export const kept = new Store<KeptState>({})

let reading: AbortController | undefined

/** Reads the list again, and cancels an older reading. */
export async function refreshKept (): Promise<void> {
  reading?.abort()
  const mine = reading = new AbortController()
  const { signal } = mine
  const found: Kept[] = []
  let timer

  try {
    await whenReady({ signal })
    timer = setInterval(() => {
      kept.patch({ reading: found.length })
    }, SHOW_READING_AFTER_MS)
    for await (const pin of readPins({ signal })) {
      found.push(pin)
    }
    signal.throwIfAborted() // Discards results from before the change that caused another reading.
    kept.patch({ list: found.sort(byName), problem: undefined })
    if (found.length > 0) {
      void refreshPinDates({ signal })
    }
  } catch (err) {
    if (!isAbort(err)) {
      kept.patch({ problem: plainError(err) })
    }
  } finally {
    clearInterval(timer)
    if (reading === mine) {
      kept.patch({ reading: undefined })
    }
  }
}

/** Stops waiting for the list. */
export function stopReading (): void {
  reading?.abort()
}

/** Removes pins. Their blocks stay until the next GC, so the pins can be restored. */
export async function remove (pins: readonly Kept[]): Promise<void> {
  const removed: Kept[] = []

  await change(async () => {
    for (const pin of pins) {
      await rpc('pin/rm', { args: [pin.cid], options: { recursive: pin.type === 'recursive' } })
      removed.push(pin)
    }
  }, () => {
    if (removed.length === 0) {
      return
    }
    const { list } = kept.value
    const gone = new Set(removed.map(keyOf))
    // Removed from the list before it is read again: otherwise the row could be used once more.
    kept.patch({ list: list?.filter((pin) => !gone.has(keyOf(pin))), removed })
  })
  say(
    pins.length === 1
      ? t('{name} is no longer kept.', { name: nameOf(pins[0]) })
      : tn(pins.length, '{n} item is no longer kept.', '{n} items are no longer kept.')
  )
}

export async function putBack (pins: readonly Kept[]): Promise<void> {
  const left = [...pins]

  await change(async () => {
    for (const pin of pins) {
      // Offline: missing blocks must be reported, not searched.
      await nameIt(pin, pin.name)
      left.shift()
    }
  }, () => {
    // Another removal may have happened since.
    if (kept.value.removed === pins) {
      kept.patch({ removed: left.length > 0 ? left : undefined })
    }
  })
  say(
    pins.length === 1
      ? t('{name} is kept again.', { name: nameOf(pins[0]) })
      : tn(pins.length, '{n} item is kept again.', '{n} items are kept again.')
  )
}

/** Renames a pin. */
export async function renameKept (pin: Kept, name: string): Promise<void> {
  await change(async () => {
    await nameIt(pin, name)
  })
  say(t('It is called {name} now.', { name }))
}

/** Returns the unique key of a pin. */
export function keyOf ({ type, cid }: Kept): string {
  return `${type} ${cid}`
}

function nameOf ({ name }: Kept): string {
  return name || t('The item')
}

/** Withdraws the offer to restore removed pins: their blocks may be gone. */
export function forgetRemoved (): void {
  kept.patch({ removed: undefined })
}

/** Returns the options for pinning again, with any name, only from local blocks. */
export function pinOptions ({ type }: Pick<Kept, 'type'>, name: string): Record<string, string> {
  return { recursive: String(type === 'recursive'), ...name === '' ? {} : { name }, offline: 'true' }
}

async function nameIt (pin: Kept, name: string): Promise<void> {
  await rpc('pin/add', { args: [pin.cid], options: pinOptions(pin, name) })
}

/** @param settle - called with success or failure, before the list is read again */
async function change (work: () => Promise<void>, settle: () => void = () => {}): Promise<void> {
  let problem: PlainError | undefined

  try {
    await work()
  } catch (err) {
    problem = plainError(err)
    throw err
  } finally {
    settle()
    await Promise.all([refreshKept(), refreshStorage()])
    if (problem != null) {
      kept.patch({ problem }) // Reading the list succeeded and cleared the error.
    }
  }
}

function byName (a: Kept, b: Kept): number {
  return naturalOrder(a.name, b.name) || a.cid.localeCompare(b.cid)
}
