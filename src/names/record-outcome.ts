/** What became of bringing a record somewhere, or of asking there. */
export interface RecordOutcome {
  /** the `title` of the place */
  place: string
  /** left out where it went well */
  problem?: string
}
