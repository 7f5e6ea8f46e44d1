/** Counts DHT announcements. */
export interface ProvideCounts {
  /** Keys that at least one server accepted. */
  keys: number
  /** Keys that no server accepted. */
  failed: number
  /** The total number of accepted records. */
  records: number
  /** The number of running DHT queries for announcements, one per key. */
  walks: number
}

export const NOTHING_PROVIDED: Readonly<ProvideCounts> = { keys: 0, failed: 0, records: 0, walks: 0 }
