import type { ObjectBucket } from '../../src/store/sql/object-bucket.ts'
import type { SqlValue } from '../../src/store/sql/sql.ts'

/** The used part of the engine's types (Cloudflare's `@cloudflare/workers-types` would replace those of the web). */

export interface ObjectStorage {
  sql: { exec: (statement: string, ...values: SqlValue[]) => { toArray: () => Array<Record<string, SqlValue>> } }
  transactionSync: <T>(work: () => T) => T
  sync: () => Promise<void>
  getAlarm: () => Promise<number | null>
  setAlarm: (atMs: number) => Promise<void>
  deleteAll: () => Promise<void>
}

/** The own state of a Durable Object. */
export interface ObjectState {
  storage: ObjectStorage
  waitUntil: (work: Promise<unknown>) => void
  /** Evicts the object at once; running work fails. */
  abort: (reason?: string) => void
}

export interface ObjectNamespace {
  idFromName: (name: string) => unknown
  get: (id: unknown) => { fetch: (request: Request) => Promise<Response> }
}

/** Counts requests of a client in a whole data center (Cloudflare's Rate Limiting binding). */
export interface SharedLimit {
  limit: (options: { key: string }) => Promise<{ success: boolean }>
}

/** Bindings of the worker in a deployment (`wrangler.jsonc`). */
export interface Env {
  /** the Durable Object that is the node */
  NODE: ObjectNamespace
  /** objects that fetch content that the node does not have; without it the node fetches */
  FETCH?: ObjectNamespace
  /** objects that import large CARs from the bucket, one for each; without it there are no such imports */
  IMPORT?: ObjectNamespace
  /** bucket for segments of blocks; without it all blocks are in the object's rows */
  BLOCKS?: ObjectBucket
  /** secret of the RPC */
  TOKEN?: string
  /** secret of the IPFS Pinning Service API at `/psa`; without it there is none */
  PIN_TOKEN?: string
  /** origin of this deployment for peers, such as `https://node.example`; default: that of its owner's last request */
  ORIGIN?: string
  /** object that sums up the figures of all front workers; without it each worker shows its own */
  METRICS?: ObjectNamespace
  /** counts requests of a client in a data center; without it each worker counts for itself */
  MISSES?: SharedLimit
  /** limits of each client (`parseLimits`) */
  LIMITS?: string
  /** share of requests that are logged in addition to failed ones, 0 to 1 */
  LOG_SAMPLE?: string
  /**
   * time in milliseconds after which a front worker has certainly ended a write to the bucket that the node no longer
   * expects; default: 10 minutes
   */
  WRITER_MS?: string
  /** settings of the node, such as `{"Gateway.NoFetch": true}`; at each start they override the stored ones */
  CONFIG?: string
}

export interface WorkerContext {
  waitUntil: (work: Promise<unknown>) => void
}
