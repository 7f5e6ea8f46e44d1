import { describe, expect, it } from 'vitest'
import { dropStep, EMPTY_HISTORY, MAX_STEPS, recordStep, redoStep, replaceStep, undoStep } from './undo-history.ts'
import type { UndoHistory } from './undo-history.ts'

const history = (...steps: string[]): UndoHistory<string> =>
  steps.reduce<UndoHistory<string>>((history, step) => recordStep(history, step), EMPTY_HISTORY)

describe('the undo history', () => {
  it('undoes one action per step, the latest first, and redoes them in order', () => {
    const undone = undoStep(undoStep(history('a', 'b', 'c')))
    expect(undone).toEqual({ done: ['a'], undone: ['c', 'b'] })
    expect(redoStep(undone)).toEqual({ done: ['a', 'b'], undone: ['c'] })
    expect(redoStep(redoStep(redoStep(undone)))).toEqual(history('a', 'b', 'c'))
  })

  it('has nothing to redo after a new action', () => {
    expect(recordStep(undoStep(history('a', 'b')), 'c')).toEqual(history('a', 'c'))
  })

  it('stays empty if there is nothing to undo or redo', () => {
    expect([undoStep(EMPTY_HISTORY), redoStep(EMPTY_HISTORY)]).toEqual([EMPTY_HISTORY, EMPTY_HISTORY])
  })

  it('replaces and drops a step wherever it is', () => {
    const undone = undoStep(history('a', 'b'))
    expect(replaceStep(undone, 'a', 'A')).toEqual({ done: ['A'], undone: ['b'] })
    expect(dropStep(undone, 'b')).toEqual(history('a'))
  })

  it('drops the oldest steps of a long session', () => {
    const long = history(...Array.from({ length: MAX_STEPS + 5 }, (_, i) => `${i}`))
    expect([long.done.length, long.done[0]]).toEqual([MAX_STEPS, '5'])
  })
})
