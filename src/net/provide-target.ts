import type { CID } from 'multiformats/cid'

/** Somebody who tells others what the node has: a delegated router, the DHT. */
export interface ProvideTarget {
  /** how it is told of, such as its URL; `dht` */
  readonly title: string
  /** Announces so much at once at most. */
  readonly maxKeys: number
  /** @throws an Error that says why it was not taken */
  provide: (cids: readonly CID[], options: { signal: AbortSignal }) => Promise<void>
}
