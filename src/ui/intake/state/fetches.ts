import { rpc, rpcDone, whileBusy } from '../../../client/index.ts'
import { perform, record } from '../../actions/state/dispatch.ts'
import { askNode } from '../../client/ask-node.ts'
import { whenReadyOrFailed } from '../../client/node.ts'
import { exploreProblem } from '../../content/lib/explore-problem.ts'
import { freeName } from '../../folder/lib/free-name.ts'
import { addedWords } from '../../folder/state/change-files.ts'
import { refreshFiles } from '../../folder/state/files.ts'
import { namesIn, removeCreated } from '../../folder/state/mfs.ts'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { joinPath, pathParts } from '../../lib/links/mfs-path.ts'
import { Store } from '../../lib/reactive/store.ts'
import { isAbort } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t, tn, words } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'
import { pinName } from '../../storage/lib/pin-name.ts'
import { refreshKept } from '../../storage/state/kept.ts'
import { makePersistent } from '../../storage/state/storage.ts'

/** A content that the user asked for by its CID, path or link. */
export interface Fetch {
  id: number
  /** fetches of one user action, which are announced and undone together */
  batch: number
  /** content path, such as `/ipfs/CID/a` */
  path: string
  name: string
  /** folder of Files that gets it; undefined to only pin it */
  folder?: string | undefined
  /** whether all blocks are fetched and pinned; otherwise those on the path, and the rest when it is opened */
  isWhole: boolean
  status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  /** CID at the end of the path, once it is done */
  cid?: string
  problem?: PlainError
}

/** Concurrent fetches. Each may wait for a content without providers, so one must not block all others. */
const AT_ONCE = 4

/** Fetches that are queued, running, or failed. */
export const fetches = new Store<readonly Fetch[]>([])

const stops = new Map<number, AbortController>()
let nextId = 1
let nextBatch = 1

/**
 * Fetches contents and pins them. The list of running work shows the progress.
 *
 * @param contents - content paths, with names if they have any other than their last part
 * @param folder - folder of Files that also gets them
 * @param isWhole - false to fetch only their root blocks for the folder, without a pin
 */
export function fetchContents (
  contents: ReadonlyArray<string | { path: string; name: string }>,
  { folder, isWhole = true }: { folder?: string; isWhole?: boolean } = {}
): void {
  const batch = nextBatch++
  void makePersistent()
  fetches.set([
    ...fetches.value,
    ...contents.map((one) => typeof one === 'string' ? { path: one, name: pathParts(one).at(-1)! } : one).map((
      named
    ): Fetch => ({
      ...named,
      id: nextId++,
      batch,
      folder,
      isWhole,
      status: 'queued'
    }))
  ])
  fill()
}

/** Cancels a fetch. Blocks that already arrived stay until space is freed. */
export function cancelFetch (id: number): void {
  stops.get(id)?.abort()
  const one = fetchById(id)
  if (one?.status === 'queued') {
    change(id, { status: 'cancelled' })
    void settle(one.batch)
  }
}

export function cancelAllFetches (): void {
  fetches.value.forEach(({ id }) => {
    cancelFetch(id)
  })
}

export function retryFetch (id: number): void {
  change(id, { status: 'queued', batch: nextBatch++, problem: undefined })
  fill()
}

export function dismissFetch (id: number): void {
  fetches.set(fetches.value.filter((one) => one.id !== id))
}

export function isFetching ({ status }: Fetch): boolean {
  return status === 'queued' || status === 'running'
}

function fetchById (id: number): Fetch | undefined {
  return fetches.value.find((one) => one.id === id)
}

function change (id: number, part: Partial<Fetch>): void {
  fetches.set(fetches.value.map((one) => one.id === id ? { ...one, ...part } : one))
}

function fill (): void {
  let running = fetches.value.filter(({ status }) => status === 'running').length
  for (const one of fetches.value.filter(({ status }) => status === 'queued')) {
    if (running++ >= AT_ONCE) {
      return
    }
    void runFetch(one)
  }
}

async function runFetch (one: Fetch): Promise<void> {
  const { id, batch } = one
  const { signal } = stopOf(id)
  change(id, { status: 'running' })

  try {
    await whenReadyOrFailed({ signal })
    const cid = await whileBusy(async () => await (one.isWhole ? pin(one, signal) : readRoot(one, signal)), { signal })
    change(id, { status: 'done', cid })
  } catch (err) {
    change(id, isAbort(err) ? { status: 'cancelled' } : { status: 'failed', problem: exploreProblem(err) })
  }
  stops.delete(id)
  fill()
  await settle(fetchById(id)?.batch ?? batch)
}

function stopOf (id: number): AbortController {
  const stop = new AbortController()
  stops.set(id, stop)
  return stop
}

async function pin ({ path, name }: Fetch, signal: AbortSignal): Promise<string> {
  await rpcDone('pin/add', { args: [path], options: pinOptions(name), files: [], signal })
  return await resolved(path, signal)
}

/** Fetches the blocks on a path, and the one at its end. */
async function readRoot ({ path }: Fetch, signal: AbortSignal): Promise<string> {
  const cid = await resolved(path, signal)
  await askNode('block/stat', { args: [cid], signal })
  return cid
}

async function resolved (path: string, signal: AbortSignal): Promise<string> {
  const { Cid: { '/': cid } } = await askNode<{ Cid: { '/': string } }>('dag/resolve', { args: [path], signal })
  return cid
}

/** Returns the options of a pin. */
export function pinOptions (name: string): Record<string, string> {
  return { name: pinName(name), progress: 'true' } // The list of jobs has the progress.
}

/**
 * Ends a batch after all of its fetches have ended: puts them into Files, and records one undo step. Failed ones stay
 * in the list.
 */
async function settle (batch: number): Promise<void> {
  const mine = fetches.value.filter((one) => one.batch === batch)
  if (mine.some(isFetching)) {
    return
  }
  const done = mine.filter(({ status }) => status === 'done')
  fetches.set(fetches.value.filter((one) => one.batch !== batch || one.status === 'failed'))

  if (done.length > 0) {
    await (done[0].folder == null ? recordPinned(done) : putIntoFiles(done, done[0].folder))
  }
  const failed = mine.length - done.length - mine.filter(({ status }) => status === 'cancelled').length
  if (failed > 0) {
    announceNews(tn(failed, '{n} item could not be fetched.', '{n} items could not be fetched.'))
  } else if (done.length === 0) {
    announceNews(t('Cancelled.'))
  }
  void refreshKept()
}

async function putIntoFiles (done: readonly Fetch[], folder: string): Promise<void> {
  const taken = await namesIn(folder)
  const entries = done.map(({ name, cid }) => ({
    from: `/ipfs/${cid!}`,
    to: joinPath(folder, freeName(name.replaceAll('/', '-'), taken))
  }))
  await perform(entries, {
    doing: words('Adding to Files'),
    job: async ({ from, to }, signal) => {
      await rpcDone('files/cp', { args: [from, to], options: { offline: true }, files: [], signal })
    },
    undo: (done) => ({
      done: () => addedWords(done.map(({ to }) => to), folder),
      back: async () => {
        await removeCreated(done.map(({ to }) => ({ path: to })))
      },
      ran: done.map(({ from, to }) => ranLine('files/cp', [from, to]))
    }),
    settle: refreshFiles
  })
}

async function recordPinned (done: readonly Fetch[]): Promise<void> {
  await refreshKept()
  record({
    done: () =>
      done.length === 1
        ? t('Pinned “{name}”', { name: done[0].name })
        : tn(done.length, 'Pinned {n} item', 'Pinned {n} items'),
    back: async () => {
      await rpc('pin/rm', { args: done.map(({ cid }) => cid!) })
    },
    again: async () => {
      for (const { cid, name } of done) {
        await rpcDone('pin/add', { args: [cid!], options: pinOptions(name), files: [] })
      }
    },
    settle: refreshKept,
    ran: done.map(({ path, name }) => ranLine('pin/add', [path], pinOptions(name)))
  })
}
