import type { RecordOutcome } from './record-outcome.ts'

/** Whether somebody took the record, where there was somebody to bring it to. */
export function isTaken (outcomes: readonly RecordOutcome[]): boolean {
  return outcomes.length === 0 || outcomes.some(({ problem }) => problem == null)
}
