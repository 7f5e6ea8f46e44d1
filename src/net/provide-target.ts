import type { CID } from 'multiformats/cid'

/** Somebody who tells others what the node has: a delegated router; the DHT, once there is a client of it. */
export interface ProvideTarget {
  /** how it is told of, such as its URL */
  readonly title: string
  /** Announces so much at once at most. */
  readonly maxKeys: number
  /** @throws an Error that says why it was not taken */
  provide: (cids: readonly CID[], options: { signal: AbortSignal }) => Promise<void>
}
