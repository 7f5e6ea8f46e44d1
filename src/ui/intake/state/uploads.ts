import { add, addReference, AnswerCutError, rpc, whileBusy } from '../../../client/index.ts'
import type { Added } from '../../../client/index.ts'
import { isError } from '../../../errors/define-error.ts'
import { whenReady } from '../../client/node.ts'
import { noteStored } from '../../folder/state/file-work.ts'
import { Rate } from '../../lib/data/rate.ts'
import { isRaw } from '../../lib/links/is-raw.ts'
import { Store } from '../../lib/reactive/store.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { say } from '../../page/news.ts'
import { section } from '../../page/section.ts'
import { pinName } from '../../storage/lib/pin-name.ts'
import { kept, pinOptions, refreshKept } from '../../storage/state/kept.ts'
import type { Kept } from '../../storage/state/kept.ts'
import { tellCome } from '../../storage/state/presence.ts'
import { makePersistent, refreshStorage } from '../../storage/state/storage.ts'
import { addLine } from '../lib/add-line.ts'
import { carProblem } from '../lib/car-problem.ts'
import type { Picked } from '../lib/picked.ts'
import { withTimes } from '../lib/with-times.ts'
import { forgetCuts, importOne } from './import-one.ts'
import type { ImportedHere } from './import-one.ts'
import { keepDates } from './keep-dates.ts'

export interface Upload {
  id: number
  picked: Picked
  status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  storedBytes: number
  /** for a folder, number of completely stored files */
  storedFiles: number
  bytesPerSecond?: number
  result?: Added
  /** existing pin name of the same bytes */
  earlier?: string
  /** result of a CAR import */
  imported?: ImportedHere
  problem?: PlainError
}

/** Concurrent uploads: they share the one worker, and each holds a stream open. */
const AT_ONCE = 2
/** Limit of repetitions for an upload that may stop the node each time. */
const MAX_SENT_AGAIN = 3
const REDRAW_INTERVAL_MS = 100
const TELL_EACH_MS = 2000

export const uploads = new Store<Upload[]>([])

/** Finished uploads that are now shown in the list of pins, by CID. The latest is last. */
export const justAdded = new Store<ReadonlyMap<string, Upload>>(new Map())

const stops = new Map<number, AbortController>()
let nextId = 1
let persistenceAsked = false
let toldMs = -Infinity

/** Queues chosen items. */
export function upload (picked: Picked[]): void {
  if (picked.length === 0) {
    return
  }
  // On the first pin, and during the click that causes it.
  if (!persistenceAsked) {
    persistenceAsked = true
    void makePersistent()
  }
  const dates = keepDates.value
  uploads.set([
    ...picked.map((one): Upload => ({
      id: nextId++,
      picked: dates && one.car !== true && one.handle == null ? { ...one, dates } : one,
      status: 'queued',
      storedBytes: 0,
      storedFiles: 0
    })),
    ...uploads.value
  ])
  fill()
}

/** Cancels an upload. Its stored data is removed. */
export function cancelUpload (id: number): void {
  stops.get(id)?.abort()
  if (get(id)?.status === 'queued') {
    change(id, { status: 'cancelled' })
  }
}

export function retryUpload (id: number): void {
  change(id, { status: 'queued', storedBytes: 0, storedFiles: 0, bytesPerSecond: undefined, problem: undefined })
  fill()
}

/** Stores a CAR that could not be imported as a normal file. */
export function storeAsFile (id: number): void {
  uploads.set(uploads.value.map((one) => one.id === id ? { ...one, picked: { ...one.picked, car: false } } : one))
  retryUpload(id)
}

/** Marks the name conflict of an upload as resolved. */
export function settleName (id: number): void {
  change(id, { earlier: undefined })
  settle()
}

/** Removes a finished upload from the list; its stored data stays. */
export function dismissUpload (id: number): void {
  uploads.set(uploads.value.filter((one) => one.id !== id))
}

export function dismissFinished (): void {
  uploads.set(uploads.value.filter(isActive))
}

/**
 * Removes successful uploads from the list when the user changes the section: they are shown among the pins or files.
 */
export function dismissSettled (): void {
  uploads.set(uploads.value.filter((one) => !isSettled(one)))
  justAdded.set(new Map())
}

/** Returns whether an upload succeeded and needs no further attention. */
function isSettled ({ status, earlier, imported }: Upload): boolean {
  return status === 'done' && earlier == null && imported?.roots.some(({ error }) => error !== '') !== true
}

/** Shows each upload once: removes those that are visible among the pins, or in the current folder. */
function settle (): void {
  const settled = uploads.value.filter((one) => isSettled(one) && one.result != null)

  if (settled.length > 0 && section.value.is === 'kept') {
    const pinned = new Set(kept.value.list?.map(({ cid }) => cid))
    const seen = settled.filter(({ picked: { toFiles }, result }) => toFiles == null && pinned.has(result!.cid))
    tellCome(
      seen.filter(({ result }) => isRaw(result!.cid)).map(({ picked: { totalBytes }, result }) => ({
        cid: result!.cid,
        bytes: totalBytes
      }))
    )
    leave(seen)
    if (seen.length > 0) {
      justAdded.set(new Map([...justAdded.value, ...seen.map((one) => [one.result!.cid, one] as const)]))
    }
  } else if (settled.length > 0 && section.value.is === 'files') {
    const seen = settled.filter(({ picked: { toFiles } }) => toFiles != null)
    leave(seen)
    noteStored(seen.map(({ picked }) => ({ path: picked.toFiles!, line: addLine(picked) })))
  }
}

function leave (seen: readonly Upload[]): void {
  const gone = new Set(seen)
  if (gone.size > 0) {
    uploads.set(uploads.value.filter((one) => !gone.has(one)))
  }
}

// Together with the list, which is read at intervals if it is long: a separate update per upload would render the whole
// list each time.
kept.subscribe(settle)

export function isActive ({ status }: Upload): boolean {
  return status === 'queued' || status === 'running'
}

function get (id: number): Upload | undefined {
  return uploads.value.find((one) => one.id === id)
}

function change (id: number, part: Partial<Upload>): void {
  uploads.set(uploads.value.map((one) => one.id === id ? { ...one, ...part } : one))
}

/** Starts queued uploads, oldest first, up to the limit. */
function fill (): void {
  let running = uploads.value.filter(({ status }) => status === 'running').length
  const queued = uploads.value.filter(({ status }) => status === 'queued').sort((a, b) => a.id - b.id)
  for (const one of queued) {
    if (running++ >= AT_ONCE) {
      return
    }
    void run(one)
  }
}

async function run ({ id, picked }: Upload): Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  stops.set(id, stop)
  change(id, { status: 'running' })
  const begun = Date.now()
  try {
    await whenReady({ signal })
    const before = kept.value.list
    const { entries, wrap, handle, car, toFiles, dates } = picked
    const options = { pin: toFiles == null, pinName: pinName(picked.name), toFiles, onProgress: progress(id), signal }
    const send = async (): Promise<Partial<Upload>> => {
      if (car === true) {
        return { imported: await importOne(picked, options) }
      }
      return {
        result: handle == null
          ? await add(dates === true ? await withTimes(entries) : entries, { ...options, wrap })
          : await addReference(handle, options)
      }
    }
    const came = await unlessStopped(async () => await whileBusy(send, { signal }), {
      signal,
      again: () => {
        change(id, { storedBytes: 0, storedFiles: 0, bytesPerSecond: undefined })
      }
    })
    if (car === true) {
      await forgetCuts(begun)
    }
    const known = toFiles == null && came.result != null ? nameOf(came.result.cid, { id, before }) : undefined
    const earlier = known === '' || known === options.pinName ? undefined : known
    if (earlier != null && came.result != null) {
      await rpc('pin/add', { args: [came.result.cid], options: pinOptions({ type: 'recursive' }, earlier), signal })
    }
    change(id, { status: 'done', ...came, earlier, storedBytes: picked.totalBytes })
    say(car === true ? t('{name} is imported.', { name: picked.name }) : t('{name} is stored.', { name: picked.name }))
  } catch (err) {
    change(
      id,
      isAbort(err)
        ? { status: 'cancelled' }
        : { status: 'failed', problem: picked.car === true ? carProblem(err) : plainError(err) }
    )
    say(
      isAbort(err)
        ? t('{name} was cancelled.', { name: picked.name })
        : picked.car === true
        ? t('{name} could not be imported.', { name: picked.name })
        : t('{name} could not be stored.', { name: picked.name })
    )
  }
  stops.delete(id)
  fill()
  await tellStored()
}

/**
 * Returns the name of existing content that was added again: a pin has only one name, and the first must not be
 * replaced silently.
 *
 * @param before - the pins at the start of the upload
 */
function nameOf (cid: string, { id, before = [] }: { id: number; before?: readonly Kept[] }): string | undefined {
  const other = [...uploads.value, ...justAdded.value.values()].find((one) =>
    one.id !== id && one.result?.cid === cid && one.picked.toFiles == null
  )
  return before.find((pin) => pin.cid === cid && pin.type === 'recursive')?.name ?? other?.earlier ?? other?.picked.name
}

/**
 * Reads the list of pins again when all uploads are done, and at intervals during many uploads, because each time the
 * whole list is read.
 */
async function tellStored (): Promise<void> {
  const now = performance.now()

  if (!uploads.value.some(isActive) || now - toldMs >= TELL_EACH_MS) {
    toldMs = now
    await Promise.all([refreshKept(), refreshStorage()])
  }
}

/** Repeats an upload if the node was stopped in between: none of it was stored, and the files are still available. */
async function unlessStopped<T> (
  send: () => Promise<T>,
  { signal, again }: { signal: AbortSignal; again: () => void }
): Promise<T> {
  for (let left = MAX_SENT_AGAIN;; left--) {
    try {
      return await send()
    } catch (err) {
      if (left === 0 || !isError(err, AnswerCutError) || signal.aborted) {
        throw err
      }
      again()
      await whenReady({ signal })
    }
  }
}

/** Returns a throttled progress callback: progress is reported per chunk, faster than the display needs. */
function progress (id: number): (storedBytes: number, storedFiles?: number) => void {
  const rate = new Rate()
  let drawn = -Infinity

  return (storedBytes, storedFiles = 0) => {
    const now = performance.now()
    if (now - drawn >= REDRAW_INTERVAL_MS) {
      drawn = now
      rate.mark(storedBytes, now)
      change(id, { storedBytes, storedFiles, bytesPerSecond: rate.bytesPerSecond })
    }
  }
}
