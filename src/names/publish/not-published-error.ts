import { problemsOf } from '../routing/problems-of.ts'
import type { RecordOutcome } from '../routing/record-outcome.ts'

/** A record was to go to publishers, and none of them took it. It is kept here. */
export class NotPublishedError extends Error {
  static override name = 'NotPublishedError'
  override name = 'NotPublishedError'

  constructor (outcomes: readonly RecordOutcome[]) {
    super(`no delegated publisher took the record: ${problemsOf(outcomes)}`)
  }
}
