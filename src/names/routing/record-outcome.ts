import { defineError } from '../../errors/define-error.ts'

/** What became of bringing a record somewhere, or of asking there. */
export interface RecordOutcome {
  /** the `title` of the place */
  place: string
  /** left out where it went well */
  problem?: string
  /** nobody is there yet: it is brought there again, and no more is to be said of it */
  isLonely?: true
}

/** Whether somebody took the record, where there was somebody to bring it to. */
export function isTaken (outcomes: readonly RecordOutcome[]): boolean {
  return outcomes.length === 0 || outcomes.some(({ problem }) => problem == null)
}

/** The places that failed, in words; empty where none did. */
function problemsOf (outcomes: readonly RecordOutcome[]): string {
  return outcomes.filter(({ problem }) => problem != null).map(({ place, problem }) => `${place}: ${problem}`).join(
    '; '
  )
}

/**
 * Nobody who was asked has it. The words are go-libp2p's (`core/routing.ErrNotFound`); behind them stands who could not
 * tell.
 */
export class RoutingNotFoundError extends defineError('RoutingNotFoundError') {
  /** who could not tell, and why; empty where all said that there is nothing */
  readonly reasons: string

  constructor (outcomes: readonly RecordOutcome[] = []) {
    const reasons = problemsOf(outcomes)
    super(`routing: not found${reasons === '' ? '' : ` (${reasons})`}`)
    this.reasons = reasons
  }
}

/** A record was to go to publishers, and none of them took it. It is kept here. */
export class NotPublishedError extends defineError('NotPublishedError') {
  constructor (outcomes: readonly RecordOutcome[]) {
    super(`no delegated publisher took the record: ${problemsOf(outcomes)}`)
  }
}
