import type { MultihashDigest } from 'multiformats/hashes/interface'

/** For one question to a place. */
export interface PlaceOptions {
  signal: AbortSignal
  /** nothing is waited for that may come */
  atOnce?: boolean
  /** how many records are enough, where several are asked for them */
  count?: number
  /** told of a record before the search is over */
  onRecord?: (record: Uint8Array) => void
}

/** Somewhere in the network where records of names are: a delegated router, the topics of pubsub, the DHT. */
export interface RecordPlace {
  /** how it is told of: the URL of a router, `pubsub`, `dht` */
  readonly title: string
  /** reached over HTTP, without any peer (`allow-delegated`) */
  readonly isDelegated: boolean
  /** whether nobody is there yet, so that a failure is nobody's fault */
  readonly isLonely?: () => boolean
  /**
   * Whether it knows nothing of a name any more, whatever was brought there. Left out where what is taken is kept for
   * as long as it holds.
   */
  readonly hasLost?: (name: MultihashDigest) => boolean
  /**
   * What it has of a name, which is not to be believed; undefined for nothing. Left out where it is not asked. @throws
   * an Error that says why it could not tell
   */
  find?: (name: MultihashDigest, options: PlaceOptions) => Promise<Uint8Array | undefined>
  /** Brings a record there; left out where none is brought to. @throws an Error that says why it was not taken */
  put?: (name: MultihashDigest, record: Uint8Array, options: { signal: AbortSignal }) => Promise<void>
}
