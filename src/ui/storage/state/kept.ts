import { rpc, rpcDone } from '../../../client/index.ts'
import { perform } from '../../actions/state/dispatch.ts'
import { whenReady } from '../../client/node.ts'
import { readPins } from '../../client/read-pins.ts'
import type { Kept } from '../../client/read-pins.ts'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { naturalOrder } from '../../lib/data/natural-order.ts'
import { Store } from '../../lib/reactive/store.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t, tn, words } from '../../lib/text/t.ts'
import { refreshPinDates } from './pin-dates.ts'
import { refreshStorage } from './storage.ts'

export type { Kept }

export interface KeptState {
  /** undefined until first read */
  list?: Kept[]
  /** number of pins read so far, while reading */
  reading?: number
  problem?: PlainError
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

/** Removes pins. Their blocks stay until space is freed, so it can be undone until then. Content in Files stays. */
export async function unpin (pins: readonly Kept[]): Promise<boolean> {
  return await perform(pins, {
    doing: words('Unpinning'),
    job: async (pin, signal) => {
      await rpcDone('pin/rm', { args: [pin.cid], options: { recursive: pin.type === 'recursive' }, signal })
      const { list } = kept.value
      // Removed from the list before it is read again: otherwise the row could be used once more.
      kept.patch({ list: list?.filter((one) => pinKeyOf(one) !== pinKeyOf(pin)) })
    },
    undo: (done) => ({
      done: () =>
        done.length === 1
          ? t('Unpinned “{name}”', { name: pinNameOf(done[0]) })
          : tn(done.length, 'Unpinned {n} item', 'Unpinned {n} items'),
      back: async () => {
        for (const pin of done) {
          // Offline: missing blocks must be reported, not searched.
          await nameIt(pin, pin.name)
        }
      },
      ran: [ranLine('pin/rm', done.map(({ cid }) => cid), { recursive: String(done[0].type !== 'direct') })]
    }),
    settle
  })
}

/** Renames a pin. */
export async function renamePin (pin: Kept, name: string): Promise<void> {
  await perform([pin], {
    doing: words('Renaming'),
    job: async (pin) => {
      await nameIt(pin, name)
    },
    undo: () => ({
      done: () => t('Renamed to “{newName}”', { newName: name }),
      back: async () => {
        await nameIt(pin, pin.name)
      },
      ran: [ranLine('pin/add', [pin.cid], pinOptions(pin, name))]
    }),
    settle
  })
}

const cidsOf = new WeakMap<readonly Kept[], ReadonlySet<string>>()

/** Returns the CIDs of all pins. Each row of a list looks itself up, so they are indexed once for each reading. */
export function pinnedCids ({ list = [] }: KeptState): ReadonlySet<string> {
  const cids = cidsOf.get(list) ?? new Set(list.map(({ cid }) => cid))
  cidsOf.set(list, cids)
  return cids
}

/** Returns the unique key of a pin. */
export function pinKeyOf ({ type, cid }: Kept): string {
  return `${type} ${cid}`
}

function pinNameOf ({ name }: Kept): string {
  return name || t('Untitled')
}

/** Returns the options for pinning again, with any name, only from local blocks. */
export function pinOptions ({ type }: Pick<Kept, 'type'>, name: string): Record<string, string> {
  return { recursive: String(type === 'recursive'), ...name === '' ? {} : { name }, offline: 'true' }
}

async function nameIt (pin: Kept, name: string): Promise<void> {
  await rpc('pin/add', { args: [pin.cid], options: pinOptions(pin, name) })
}

async function settle (): Promise<void> {
  await Promise.all([refreshKept(), refreshStorage()])
}

function byName (a: Kept, b: Kept): number {
  return naturalOrder(a.name, b.name) || a.cid.localeCompare(b.cid)
}
