import type { MultihashDigest } from 'multiformats/hashes/interface'

/** Options of one query to a place. */
export interface PlaceOptions {
  signal: AbortSignal
  /** return only records that are available now */
  atOnce?: boolean
  /** how many records are enough, if several peers are queried */
  count?: number
  /** called with a record before the search ends */
  onRecord?: (record: Uint8Array) => void
}

/** A place in the network that holds records of names: a delegated router, the topics of pubsub, the DHT. */
export interface RecordPlace {
  /** display name: the URL of a router, `pubsub`, `dht` */
  readonly title: string
  /** whether it is reached over HTTP, without peers (`allow-delegated`) */
  readonly isDelegated: boolean
  /** whether it has no peers yet, so that a failure is expected */
  readonly isLonely?: () => boolean
  /**
   * Returns whether the place has lost the records of a name. Undefined if the place keeps accepted records until they
   * expire.
   */
  readonly hasLost?: (name: MultihashDigest) => boolean
  /**
   * Queries the record of a name, which is unverified; undefined if there is none. Not set if the place cannot be
   * queried.
   *
   * @throws an Error with the reason why the query failed
   */
  find?: (name: MultihashDigest, options: PlaceOptions) => Promise<Uint8Array | undefined>
  /**
   * Publishes a record at the place. Not set if the place accepts no records.
   *
   * @throws an Error with the reason why the record was not accepted
   */
  put?: (name: MultihashDigest, record: Uint8Array, options: { signal: AbortSignal }) => Promise<void>
}
