import type { CID } from 'multiformats/cid'

/** A target for announcements: a delegated router, or the DHT. */
export interface ProvideTarget {
  /** The name for messages: the URL, or `dht`. */
  readonly title: string
  /** The maximum number of keys in one call. */
  readonly maxKeys: number
  /**
   * Announces keys.
   *
   * @throws an Error if they were not accepted
   */
  provide: (cids: readonly CID[], options: { signal: AbortSignal }) => Promise<void>
}
