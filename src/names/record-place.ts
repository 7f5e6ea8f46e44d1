import type { MultihashDigest } from 'multiformats/hashes/interface'

/** Somewhere in the network where records of names are: a delegated router, the topics of pubsub. */
export interface RecordPlace {
  /** how it is told of: the URL of a router, `pubsub` */
  readonly title: string
  /** reached over HTTP, without any peer (`allow-delegated`) */
  readonly isDelegated: boolean
  /** What it has of a name, which is not to be believed; undefined for nothing. With `atOnce` nothing is waited for that may come. Left out where it is not asked. @throws an Error that says why it could not tell */
  find?: (name: MultihashDigest, options: { signal: AbortSignal, atOnce?: boolean }) => Promise<Uint8Array | undefined>
  /** Brings a record there; left out where none is brought to. @throws an Error that says why it was not taken */
  put?: (name: MultihashDigest, record: Uint8Array, options: { signal: AbortSignal }) => Promise<void>
}
