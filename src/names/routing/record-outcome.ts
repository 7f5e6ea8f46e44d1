/** What became of bringing a record somewhere, or of asking there. */
export interface RecordOutcome {
  /** the `title` of the place */
  place: string
  /** left out where it went well */
  problem?: string
  /** nobody is there yet: it is brought there again, and no more is to be said of it */
  isLonely?: true
}
