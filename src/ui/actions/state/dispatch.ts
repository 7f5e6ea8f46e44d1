import { whenReadyOrFailed } from '../../client/node.ts'
import { dropStep, EMPTY_HISTORY, recordStep, redoStep, undoStep } from '../../lib/data/undo-history.ts'
import type { UndoHistory } from '../../lib/data/undo-history.ts'
import { Store } from '../../lib/reactive/store.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t, words } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'

/** A finished action, which can be undone and redone. */
export interface Step {
  /** describes the action, as a sentence without its period */
  done: () => string
  back: () => Promise<void>
  again: () => Promise<void>
  /** refreshes the displayed data */
  settle?: () => Promise<void>
  /** commands of the action, each as a line */
  ran?: readonly string[]
  /** another action that its message offers, in addition to undo */
  more?: MoreAction | undefined
}

/** An action that a message offers in addition to undo. */
export interface MoreAction {
  label: () => string
  run: () => Promise<void>
}

/** The running action, and the error of the last one. */
export interface ActionState {
  running?: { doing: Words; done: number; of: number }
  problem?: PlainError
}

/** Message about a finished action, about found content, or about interrupted uploads. */
export interface Toast {
  text: () => string
  offers: 'undo' | 'redo' | 'open' | 'nothing'
  /** for `open` */
  href?: string
  ran: readonly string[]
  more?: MoreAction | undefined
}

export interface Action<T> {
  /** e.g. `Removing` */
  doing: Words
  job: (item: T, signal: AbortSignal) => Promise<void>
  /** describes how the finished items are undone; redoing repeats their jobs unless `again` is given */
  undo: (done: readonly T[]) => Omit<Step, 'again' | 'settle'> & Partial<Pick<Step, 'again'>>
  /** refreshes the displayed data */
  settle?: () => Promise<void>
}

/** State of the actions, which run one at a time. */
export const actionState = new Store<ActionState>({})

export const history = new Store<UndoHistory<Step>>(EMPTY_HISTORY)

export const toast = new Store<{ shown?: Toast }>({})

let stop: AbortController | undefined
let before: Promise<unknown> = Promise.resolve()

/**
 * Runs an action for each item, after the running one, and records one undo step for all of them. On failure or
 * cancellation the finished items stay, can be undone, and are reported.
 *
 * @returns whether all were done
 */
export async function perform<T> (items: readonly T[], { doing, job, undo, settle }: Action<T>): Promise<boolean> {
  return await inTurn(async () => {
    const done: T[] = []
    const problem = await runAction(doing, items.length, async (signal) => {
      for (const item of items) {
        signal.throwIfAborted()
        await job(item, signal)
        done.push(item)
        actionState.patch({ running: { doing, done: done.length, of: items.length } })
      }
    })

    if (done.length > 0) {
      const again = async (): Promise<void> => {
        for (const item of done) {
          await job(item, new AbortController().signal)
        }
      }
      record({ again, settle, ...undo(done) }, { isQuiet: problem != null })
    }
    report(problem)
    await settle?.()
    return done.length === items.length
  })
}

/**
 * Records an action that was run elsewhere, such as an upload.
 *
 * @param isQuiet - whether it is not announced to screen readers
 */
export function record (step: Step, { isQuiet = false }: { isQuiet?: boolean } = {}): void {
  history.set(recordStep(history.value, step))
  toast.set({ shown: { text: step.done, offers: 'undo', ran: step.ran ?? [], more: step.more } })
  if (!isQuiet) {
    announceNews(t('{sentence}.', { sentence: step.done() }))
  }
}

/** Undoes the latest action. */
export async function undo (): Promise<void> {
  await inTurn(async () => {
    const step = history.value.done.at(-1)
    if (step != null) {
      await retrace(step, words('Undoing'), step.back, () => {
        history.set(undoStep(history.value))
        toast.set({
          shown: { text: () => t('Undone: {sentence}', { sentence: step.done() }), offers: 'redo', ran: [] }
        })
        announceNews(t('Undone: {sentence}.', { sentence: step.done() }))
      })
    }
  })
}

/** Repeats the latest undone action. */
export async function redo (): Promise<void> {
  await inTurn(async () => {
    const step = history.value.undone.at(-1)
    if (step != null) {
      await retrace(step, words('Redoing'), step.again, () => {
        history.set(redoStep(history.value))
        toast.set({ shown: { text: step.done, offers: 'undo', ran: step.ran ?? [] } })
        announceNews(t('{sentence}.', { sentence: step.done() }))
      })
    }
  })
}

export function cancelAction (): void {
  stop?.abort()
}

export function dismissToast (): void {
  toast.set({})
}

export function dismissProblem (): void {
  if (actionState.value.problem != null) {
    actionState.patch({ problem: undefined })
  }
}

/** Runs one direction of a step. A step that failed is dropped: it could fail again, and block the earlier ones. */
async function retrace (step: Step, doing: Words, move: () => Promise<void>, moved: () => void): Promise<void> {
  toast.set({})
  const problem = await runAction(doing, 1, move)
  if (problem == null) {
    moved()
  } else {
    history.set(dropStep(history.value, step))
  }
  report(problem)
  await step.settle?.()
}

async function runAction (
  doing: Words,
  of: number,
  work: (signal: AbortSignal) => Promise<void>
): Promise<PlainError | undefined> {
  const { signal } = stop = new AbortController()
  actionState.set({ running: { doing, done: 0, of } })

  try {
    // On a first visit the node may not be ready yet.
    await whenReadyOrFailed({ signal })
    await work(signal)
    return undefined
  } catch (err) {
    return isAbort(err) ? undefined : plainError(err)
  }
}

function report (problem: PlainError | undefined): void {
  actionState.set({ problem })
  if (problem != null) {
    announceNews(problem.what)
  }
}

async function inTurn<T> (work: () => Promise<T>): Promise<T> {
  const mine = before.then(work)
  before = mine.catch(() => {})
  return await mine
}
