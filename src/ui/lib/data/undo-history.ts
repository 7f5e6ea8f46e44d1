/** The finished actions that can be undone, and the undone ones that can be redone; the latest is last in each. */
export interface UndoHistory<S> {
  readonly done: readonly S[]
  readonly undone: readonly S[]
}

/** Limit of steps, so that a long session does not keep all of its actions. */
export const MAX_STEPS = 100

export const EMPTY_HISTORY: UndoHistory<never> = { done: [], undone: [] }

/** Records a finished action. Undone actions cannot be redone any more, because the state they began with is gone. */
export function recordStep<S> ({ done }: UndoHistory<S>, step: S): UndoHistory<S> {
  return { done: [...done, step].slice(-MAX_STEPS), undone: [] }
}

/** Replaces a step, for an action that finishes in parts. */
export function replaceStep<S> ({ done, undone }: UndoHistory<S>, step: S, by: S): UndoHistory<S> {
  const replaced = (steps: readonly S[]): S[] => steps.map((one) => one === step ? by : one)
  return { done: replaced(done), undone: replaced(undone) }
}

/** Moves the latest action to the undone ones. Unchanged if there is none. */
export function undoStep<S> ({ done, undone }: UndoHistory<S>): UndoHistory<S> {
  return { done: done.slice(0, -1), undone: [...undone, ...done.slice(-1)] }
}

/** Moves the latest undone action back. Unchanged if there is none. */
export function redoStep<S> ({ done, undone }: UndoHistory<S>): UndoHistory<S> {
  return { done: [...done, ...undone.slice(-1)], undone: undone.slice(0, -1) }
}

/** Drops a step that cannot be undone or redone, for example because its content was deleted meanwhile. */
export function dropStep<S> ({ done, undone }: UndoHistory<S>, step: S): UndoHistory<S> {
  return { done: done.filter((one) => one !== step), undone: undone.filter((one) => one !== step) }
}
