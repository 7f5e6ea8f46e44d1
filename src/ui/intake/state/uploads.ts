import { add, addReference, AnswerCutError, rpcDone, whileBusy } from '../../../client/index.ts'
import type { Added } from '../../../client/index.ts'
import { isError } from '../../../errors/define-error.ts'
import { record } from '../../actions/state/dispatch.ts'
import type { Step } from '../../actions/state/dispatch.ts'
import { whenReady, whenReadyOrFailed } from '../../client/node.ts'
import { noteAdded } from '../../folder/state/added.ts'
import { addedWords } from '../../folder/state/change-files.ts'
import { refreshFiles } from '../../folder/state/files.ts'
import { removeCreated } from '../../folder/state/mfs.ts'
import { replaceEntries } from '../../folder/state/replace.ts'
import { Rate } from '../../lib/data/rate.ts'
import { parentOf } from '../../lib/links/mfs-path.ts'
import { Store } from '../../lib/reactive/store.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t, tn } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'
import { pinName } from '../../storage/lib/pin-name.ts'
import { makePersistent, refreshStorage } from '../../storage/state/storage.ts'
import { addLine } from '../lib/add-line.ts'
import { carProblem } from '../lib/car-problem.ts'
import type { Placed } from '../lib/picked.ts'
import { withTimes } from '../lib/with-times.ts'
import { importOne } from './import-one.ts'
import type { ImportedHere } from './import-one.ts'
import { forgetInterrupted } from './interrupted.ts'
import { keepDates } from './keep-dates.ts'

export interface Upload {
  id: number
  /** uploads of one user action, which are announced and undone together */
  batch: number
  picked: Placed
  status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  /** time of the start, in milliseconds since 1970 */
  begunMs?: number
  storedBytes: number
  /** for a folder, number of completely stored files */
  storedFiles: number
  bytesPerSecond?: number
  result?: Added
  /** result of a CAR import */
  imported?: ImportedHere
  problem?: PlainError
}

/** Concurrent uploads: they share the one worker, and each holds a stream open. */
const AT_ONCE = 2
/** Limit of repetitions for an upload that may stop the node each time. */
const MAX_SENT_AGAIN = 3
const REDRAW_INTERVAL_MS = 100

export const uploads = new Store<Upload[]>([])

const stops = new Map<number, AbortController>()
let nextId = 1
let nextBatch = 1
let persistenceAsked = false

/** Queues chosen items. Each has its target path in Files. */
export function upload (picked: readonly Placed[]): void {
  if (picked.length === 0) {
    return
  }
  // On the first upload, and during the click that causes it.
  if (!persistenceAsked) {
    persistenceAsked = true
    void makePersistent()
  }
  const dates = keepDates.value
  const batch = nextBatch++
  uploads.set([
    ...picked.map((one): Upload => ({
      id: nextId++,
      batch,
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
  const one = uploadById(id)
  if (one?.status === 'queued') {
    change(id, { status: 'cancelled' })
    settle(one.batch)
  }
}

export function retryUpload (id: number): void {
  change(id, {
    status: 'queued',
    batch: nextBatch++,
    storedBytes: 0,
    storedFiles: 0,
    bytesPerSecond: undefined,
    problem: undefined
  })
  fill()
}

/** Stores a CAR that could not be imported as a normal file. */
export function storeAsFile (id: number): void {
  uploads.set(uploads.value.map((one) => one.id === id ? { ...one, picked: { ...one.picked, car: false } } : one))
  retryUpload(id)
}

/** Removes a finished upload from the list; its stored data stays. */
export function dismissUpload (id: number): void {
  uploads.set(uploads.value.filter((one) => one.id !== id))
}

export function dismissFinished (): void {
  uploads.set(uploads.value.filter(isActive))
}

export function isActive ({ status }: Upload): boolean {
  return status === 'queued' || status === 'running'
}

/** Returns whether an upload succeeded and needs no further attention. */
function isSettled ({ status, imported }: Upload): boolean {
  return status === 'done' && (imported == null || imported.put.length === imported.roots.length) &&
    imported?.roots.length !== 0
}

/**
 * Ends a batch after all of its uploads have ended: records one undo step, announces the result in one sentence, and
 * removes the successful ones from the list.
 */
function settle (batch: number): void {
  const mine = uploads.value.filter((one) => one.batch === batch)
  if (mine.some(isActive)) {
    return
  }
  const stored = mine.filter(({ status }) => status === 'done').flatMap(storedPaths)
  const failed = mine.filter(({ status }) => status === 'failed')
  const cancelled = mine.filter(({ status }) => status === 'cancelled')

  uploads.set(uploads.value.filter((one) => one.batch !== batch || !isSettled(one)))
  if (stored.length > 0) {
    recordAdded(stored, mine, failed.length > 0)
  }
  if (failed.length > 0) {
    announceNews(tn(failed.length, '{n} item could not be added.', '{n} items could not be added.'))
  } else if (stored.length === 0 && cancelled.length > 0) {
    announceNews(tn(cancelled.length, '{n} upload cancelled.', '{n} uploads cancelled.'))
  }
  void refreshFiles()
  void refreshStorage()
}

function recordAdded (stored: ReadonlyArray<{ path: string; cid: string }>, mine: Upload[], isQuiet: boolean): void {
  const folder = parentOf(stored[0].path)
  const paths = stored.map(({ path }) => path)
  noteAdded(paths)
  record({
    done: () => addedWords(paths, folder),
    back: async () => {
      await removeCreated(stored)
    },
    again: async () => {
      for (const { path, cid } of stored) {
        await rpcDone('files/cp', { args: [`/ipfs/${cid}`, path], options: { offline: true }, files: [] })
      }
    },
    settle: refreshFiles,
    ran: mine.flatMap(({ picked }) => addLine(picked) ?? []),
    more: replacing(mine)
  }, { isQuiet })
}

/** Offers to replace the items whose names were taken; undefined if there are none. */
function replacing (mine: readonly Upload[]): Step['more'] {
  const taken = mine.flatMap(({ picked: { toFiles, wants }, result }) =>
    result == null || wants == null ? [] : [{ from: toFiles, to: wants }]
  )
  return taken.length === 0 ? undefined : {
    label: () => t('Replace existing'),
    run: async () => {
      await replaceEntries(taken)
    }
  }
}

function storedPaths ({ picked: { toFiles }, result, imported }: Upload): ReadonlyArray<{ path: string; cid: string }> {
  return imported?.put ?? (result == null ? [] : [{ path: toFiles, cid: result.cid }])
}

function uploadById (id: number): Upload | undefined {
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
    void runUpload(one)
  }
}

async function runUpload ({ id, picked }: Upload): Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  stops.set(id, stop)
  const begunMs = Date.now()
  change(id, { status: 'running', begunMs })
  try {
    await whenReadyOrFailed({ signal })
    const came = await unlessStopped(
      async () => await whileBusy(async () => await sendUpload(id, picked, signal), { signal }),
      {
        signal,
        again: () => {
          change(id, { storedBytes: 0, storedFiles: 0, bytesPerSecond: undefined })
        }
      }
    )
    await forgetInterrupted(picked, begunMs)
    change(id, { status: 'done', ...came, storedBytes: picked.totalBytes })
  } catch (err) {
    change(id, isAbort(err) ? { status: 'cancelled' } : { status: 'failed', problem: problemOf(err, picked) })
  }
  stops.delete(id)
  fill()
  settle(uploadById(id)?.batch ?? 0)
}

/**
 * Stores an item in Files, which protects it from garbage collection: no pin is needed. Content without a place there is
 * pinned, such as a CAR's root that is no file. A linked file is pinned too, because its job may outlive the page.
 */
async function sendUpload (id: number, picked: Placed, signal: AbortSignal): Promise<Partial<Upload>> {
  const { entries, handle, car, toFiles, dates } = picked
  const onProgress = progress(id)

  if (car === true) {
    return { imported: await importOne(picked, { onProgress, signal }) }
  }

  if (handle != null) {
    const result = await addReference(handle, { pinName: pinName(picked.name), onProgress, signal })
    await rpcDone('files/cp', { args: [`/ipfs/${result.cid}`, toFiles] })
    return { result }
  }

  const sent = dates === true ? await withTimes(entries) : entries
  return { result: await add(sent, { pin: false, toFiles, onProgress, signal }) }
}

function problemOf (err: unknown, { car }: Placed): PlainError {
  return car === true ? carProblem(err) : plainError(err)
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
