import { rpcDone } from '../../../client/index.ts'
import { whenReady } from '../../client/node.ts'
import { parentOf, pathParts } from '../../lib/links/mfs-path.ts'
import { Store } from '../../lib/reactive/store.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import { t, tn, words } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'
import { say } from '../../page/news.ts'
import { refreshFiles } from './files.ts'

export interface FileUndo {
  /** describes the finished action, as a sentence without its period */
  done: () => string
  back: () => Promise<void>
  /** commands of the action, each as a line */
  ran?: readonly string[]
}

export interface FileWork {
  /** running action, with its progress */
  running?: { doing: Words; done: number; of: number }
  /** last action, which can be undone */
  undo?: FileUndo
  problem?: PlainError
}

/** Actions on the MFS, run one at a time. */
export const fileWork = new Store<FileWork>({})

/** An upload that was stored in the MFS, with its command. */
export interface StoredFile {
  path: string
  line?: string
}

/** Uploads to the MFS since the last other action, with their undo notice. */
let stored: { files: readonly StoredFile[]; undo?: FileUndo } = { files: [] }

let stop: AbortController | undefined
let before: Promise<void> = Promise.resolve()

export interface EachOptions<T> {
  /** e.g. `Removing` */
  doing: Words
  job: (item: T, signal: AbortSignal) => Promise<void>
  /** returns how to undo the finished items; undefined if that is not possible */
  undo?: (done: readonly T[]) => FileWork['undo']
}

/**
 * Runs a job for each item, after the running action. On failure or cancellation the finished items stay, can be
 * undone, and are reported.
 *
 * @returns whether all were done
 */
export async function doToEach<T> (items: readonly T[], options: EachOptions<T>): Promise<boolean> {
  const mine = before.then(async () => await run(items, options))
  before = mine.then(() => {})
  return await mine
}

export function cancelFileWork (): void {
  stop?.abort()
}

/** Undoes the last action. */
export async function undoFileWork (): Promise<void> {
  const { undo } = fileWork.value

  if (undo != null) {
    fileWork.patch({ undo: undefined })
    await doToEach([undo], {
      doing: words('Taking back'),
      job: async ({ back }) => {
        await back()
      }
    })
  }
}

/** Makes uploads to a folder undoable, like other actions: all since the last other action. */
export function noteStored (some: readonly StoredFile[]): void {
  if (some.length === 0) {
    return
  }
  const [{ path }] = some
  const parent = parentOf(path)
  const goesOn = stored.undo != null && stored.undo === fileWork.value.undo && parentOf(stored.files[0].path) === parent
  const files = goesOn ? [...stored.files, ...some] : some
  const folder = (): string => pathParts(parent).at(-1) ?? t('Files')

  const undo: FileUndo = {
    done: () =>
      files.length === 1
        ? t('“{name}” is in “{folder}” now', { name: pathParts(path).at(-1)!, folder: folder() })
        : tn(files.length, '{n} entry is in “{folder}” now', '{n} entries are in “{folder}” now', { folder: folder() }),
    back: async () => {
      for (const { path } of files) {
        await rpcDone('files/rm', { args: [path], options: { recursive: true } })
      }
    },
    ran: files.flatMap(({ line }) => line ?? [])
  }

  stored = { files, undo }
  fileWork.patch({ undo })
}

export function forgetFileWork (): void {
  fileWork.patch({ undo: undefined, problem: undefined })
}

/** Hides the error of the last action after the user opened another folder. Undo stays available. */
export function forgetFileProblem (): void {
  if (fileWork.value.problem != null) {
    fileWork.patch({ problem: undefined })
  }
}

async function run<T> (items: readonly T[], { doing, job, undo }: EachOptions<T>): Promise<boolean> {
  const { signal } = stop = new AbortController()
  const done: T[] = []
  let problem: PlainError | undefined
  fileWork.set({ running: { doing, done: 0, of: items.length } })

  try {
    // On a first visit the node may not be ready yet.
    await whenReady({ signal })

    for (const item of items) {
      signal.throwIfAborted()
      await job(item, signal)
      done.push(item)
      fileWork.patch({ running: { doing, done: done.length, of: items.length } })
    }
  } catch (err) {
    problem = isAbort(err) ? undefined : plainError(err)
  }

  const taken = done.length > 0 ? undo?.(done) : undefined
  fileWork.set({ undo: taken, problem })
  if (problem != null) {
    say(problem.what)
  } else if (taken != null) {
    say(t('{sentence}.', { sentence: taken.done() }))
  }
  await refreshFiles()
  return done.length === items.length
}
