import { problemsOf } from './problems-of.ts'
import type { RecordOutcome } from './record-outcome.ts'

/**
 * Nobody who was asked has it. The words are go-libp2p's (`core/routing.ErrNotFound`); behind them stands who could not
 * tell.
 */
export class RoutingNotFoundError extends Error {
  static override name = 'RoutingNotFoundError'
  override name = 'RoutingNotFoundError'
  /** who could not tell, and why; empty where all said that there is nothing */
  readonly reasons: string

  constructor (outcomes: readonly RecordOutcome[] = []) {
    const reasons = problemsOf(outcomes)
    super(`routing: not found${reasons === '' ? '' : ` (${reasons})`}`)
    this.reasons = reasons
  }
}
