import { defineError } from '../../errors/define-error.ts'

/** The result of publishing a record at a place, or of querying it there. */
export interface RecordOutcome {
  /** the `title` of the place */
  place: string
  /** why it failed; undefined on success */
  problem?: string
  /** the place has no peers yet: the failure is not reported, and the record is published again later */
  isLonely?: true
}

/** Returns whether a place accepted the record, or there was no place. */
export function isTaken (outcomes: readonly RecordOutcome[]): boolean {
  return outcomes.length === 0 || outcomes.some(({ problem }) => problem == null)
}

/** Formats the failures of places; empty if there were none. */
function problemsOf (outcomes: readonly RecordOutcome[]): string {
  return outcomes.filter(({ problem }) => problem != null).map(({ place, problem }) => `${place}: ${problem}`).join(
    '; '
  )
}

/**
 * No queried place has the record. The message is go-libp2p's (`core/routing.ErrNotFound`), followed by the places that
 * failed.
 */
export class RoutingNotFoundError extends defineError('RoutingNotFoundError') {
  /** the places that failed, and why; empty if all answered that there is no record */
  readonly reasons: string

  constructor (outcomes: readonly RecordOutcome[] = []) {
    const reasons = problemsOf(outcomes)
    super(`routing: not found${reasons === '' ? '' : ` (${reasons})`}`)
    this.reasons = reasons
  }
}

/** No publisher accepted the record of a delegated publication. The record is stored on this node. */
export class NotPublishedError extends defineError('NotPublishedError') {
  constructor (outcomes: readonly RecordOutcome[]) {
    super(`no delegated publisher took the record: ${problemsOf(outcomes)}`)
  }
}
