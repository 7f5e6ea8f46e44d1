/** How a name is published. */
export interface PublishOptions {
  /** how long the record holds, in milliseconds */
  lifetimeMs: number
  /** how long others may use it without asking again, in nanoseconds */
  ttlNs: bigint
  /** sign it in the old way too */
  v1compat: boolean
  /** number of the record; the next one when left out */
  sequence?: bigint
  /** bring it to publishers over HTTP alone, also from a node that is offline */
  delegated?: boolean
  signal: AbortSignal
}
