import { rpcDone } from '../../client/index.ts'
import { parentOf, pathParts } from '../lib/mfs-path.ts'
import type { PlainError } from '../lib/plain-error.ts'
import { isAbort, plainError } from '../lib/plain-error.ts'
import { Store } from '../lib/store.ts'
import { t, tn, words } from '../lib/t.ts'
import type { Words } from '../lib/t.ts'
import { refreshFiles } from './files.ts'
import { say } from './news.ts'
import { whenReady } from './node.ts'

export interface FileUndo {
  /** says what was done, as a sentence without its end */
  done: () => string
  back: () => Promise<void>
  /** the commands that did it, each as a line */
  ran?: readonly string[]
}

export interface FileWork {
  /** what is under way, of how many */
  running?: { doing: Words, done: number, of: number }
  /** what was done last, and can be taken back */
  undo?: FileUndo
  problem?: PlainError
}

/** What is done to the mutable files, one thing after the other. */
export const fileWork = new Store<FileWork>({})

/** Something that was stored among the files, and the command that did it. */
export interface StoredFile { path: string, line?: string }

/** What came into the files one after the other, as long as nothing else was done, and what is told of it. */
let stored: { files: readonly StoredFile[], undo?: FileUndo } = { files: [] }

let stop: AbortController | undefined
let before: Promise<void> = Promise.resolve()

export interface EachOptions<T> {
  /** e.g. `Removing` */
  doing: Words
  job: (item: T, signal: AbortSignal) => Promise<void>
  /** What can be taken back of those that were done, and how; undefined where nothing can. */
  undo?: (done: readonly T[]) => FileWork['undo']
}

/**
 * Does it to each, behind what is under way. A failure or a cancellation leaves those that were done, which can be taken back, and
 * says so.
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

/** Takes back what was done last. */
export async function undoFileWork (): Promise<void> {
  const { undo } = fileWork.value

  if (undo != null) {
    fileWork.patch({ undo: undefined })
    await doToEach([undo], { doing: words('Taking back'), job: async ({ back }) => { await back() } })
  }
}

/** What a person has added to a folder can be taken back, as what they do there: all that came since they did something else. */
export function noteStored (some: readonly StoredFile[]): void {
  if (some.length === 0) return
  const [{ path }] = some
  const parent = parentOf(path)
  const goesOn = stored.undo != null && stored.undo === fileWork.value.undo && parentOf(stored.files[0].path) === parent
  const files = goesOn ? [...stored.files, ...some] : some
  const folder = (): string => pathParts(parent).at(-1) ?? t('Files')

  const undo: FileUndo = {
    done: () => files.length === 1 ? t('“{name}” is in “{folder}” now', { name: pathParts(path).at(-1)!, folder: folder() }) : tn(files.length, '{n} entry is in “{folder}” now', '{n} entries are in “{folder}” now', { folder: folder() }),
    back: async () => { for (const { path } of files) await rpcDone('files/rm', { args: [path], options: { recursive: true } }) },
    ran: files.flatMap(({ line }) => line ?? [])
  }

  stored = { files, undo }
  fileWork.patch({ undo })
}

export function forgetFileWork (): void {
  fileWork.patch({ undo: undefined, problem: undefined })
}

/** The person has gone to another folder: what did not work in the last one is nothing of it, and what can be taken back still can. */
export function forgetFileProblem (): void {
  if (fileWork.value.problem != null) fileWork.patch({ problem: undefined })
}

async function run<T> (items: readonly T[], { doing, job, undo }: EachOptions<T>): Promise<boolean> {
  const { signal } = stop = new AbortController()
  const done: T[] = []
  let problem: PlainError | undefined
  fileWork.set({ running: { doing, done: 0, of: items.length } })

  try {
    // on a first visit a person may be sooner
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
  if (problem != null) say(problem.what)
  else if (taken != null) say(t('{sentence}.', { sentence: taken.done() }))
  await refreshFiles()
  return done.length === items.length
}
