import type { RecordOutcome } from './record-outcome.ts'

/** The places that failed, in words; empty where none did. */
export function problemsOf (outcomes: readonly RecordOutcome[]): string {
  return outcomes.filter(({ problem }) => problem != null).map(({ place, problem }) => `${place}: ${problem}`).join(
    '; '
  )
}
