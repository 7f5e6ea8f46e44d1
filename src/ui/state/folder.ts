import { rpcStream } from '../../client/index.ts'
import { folderEntry } from '../lib/folder-entry.ts'
import type { FolderEntry, LsLink } from '../lib/folder-entry.ts'
import { count } from '../lib/format.ts'
import { naturalOrder } from '../lib/natural-order.ts'
import { isAbort, plainError } from '../lib/plain-error.ts'
import type { PlainError } from '../lib/plain-error.ts'
import { sortedInSteps } from '../lib/sorted-in-steps.ts'
import { Store } from '../lib/store.ts'
import { say } from './news.ts'
import { whenReady } from './node.ts'

/** A folder on the way from a content to the one that is shown. */
export interface Step { cid: string, name: string }

export interface FolderState {
  /** from the content to the folder that is shown; empty when none is */
  way: readonly Step[]
  /** in the order of their names when all are read; before that as they come */
  entries: readonly FolderEntry[]
  /** whether more are to come, or to be put in order */
  reading: boolean
  /** whether the blocks of entries were looked at, so that sizes and folders are known */
  resolved: boolean
  problem?: PlainError
}

const CLOSED: FolderState = { way: [], entries: [], reading: false, resolved: true }

/** Of a long list something is shown soon, and then not too often. */
const SHOW_EACH_MS = 400

/** The folder that the page shows. */
export const folder = new Store<FolderState>(CLOSED)

let current: AbortController | undefined

/** Shows a folder; `way` ends with it. */
export async function openFolder (way: readonly Step[]): Promise<void> {
  current?.abort()
  const mine = current = new AbortController()
  folder.set({ ...CLOSED, way, reading: true })

  try {
    await whenReady({ signal: mine.signal })
    await read(way.at(-1)!.cid, mine.signal)
    say(`${way.at(-1)!.name}: ${count(folder.value.entries.length, 'entry', 'entries')}.`)
  } catch (err) {
    if (current === mine) folder.patch({ reading: false, problem: isAbort(err) ? undefined : plainError(err) })
  }
}

export function closeFolder (): void {
  current?.abort()
  current = undefined
  folder.set(CLOSED)
}

/** Ends the reading; what has come stays. */
export function stopReadingFolder (): void {
  current?.abort()
}

/** First by what is here alone. Where a block is missing names are enough, and may be fetched. */
async function read (cid: string, signal: AbortSignal): Promise<void> {
  try {
    await readAs(cid, true, signal)
  } catch (err) {
    if (isAbort(err) || !/not found|could not find/.test((err as Error).message)) throw err
    await readAs(cid, false, signal)
  }
}

async function readAs (cid: string, resolved: boolean, signal: AbortSignal): Promise<void> {
  const entries: FolderEntry[] = []
  let shownMs = performance.now()
  folder.patch({ entries: [], resolved })

  const options = resolved ? { stream: true, offline: true } : { stream: true, 'resolve-type': false, size: false }
  for await (const { Objects: [{ Links }] } of rpcStream<{ Objects: Array<{ Links: LsLink[] }> }>('ls', { args: [cid], options, signal })) {
    for (const link of Links) entries.push(folderEntry(link, resolved))

    if (performance.now() - shownMs > SHOW_EACH_MS) {
      signal.throwIfAborted()
      folder.patch({ entries: entries.slice() })
      shownMs = performance.now()
    }
  }

  const sorted = await sortedInSteps(entries, (a, b) => naturalOrder(a.name, b.name), { signal })
  signal.throwIfAborted()
  folder.patch({ entries: sorted, reading: false })
}
