/** What was announced in the DHT. */
export interface ProvideCounts {
  /** that at least one server took */
  keys: number
  /** that none took */
  failed: number
  /** servers that took them, all together */
  records: number
  /** walks through the DHT that are under way for it, one a key */
  walks: number
}

export const NOTHING_PROVIDED: Readonly<ProvideCounts> = { keys: 0, failed: 0, records: 0, walks: 0 }
