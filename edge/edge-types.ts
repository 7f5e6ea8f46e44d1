import type { ObjectBucket } from '../src/store/sql/object-bucket.ts'
import type { SqlValue } from '../src/store/sql/sql.ts'

/** The part of the engine's types that this shell uses (Cloudflare's `@cloudflare/workers-types` would replace those of the web). */

export interface ObjectStorage {
  sql: { exec: (statement: string, ...values: SqlValue[]) => { toArray: () => Array<Record<string, SqlValue>> } }
  transactionSync: <T>(work: () => T) => T
  sync: () => Promise<void>
  getAlarm: () => Promise<number | null>
  setAlarm: (atMs: number) => Promise<void>
}

/** What a Durable Object is given of itself. */
export interface ObjectState {
  storage: ObjectStorage
  waitUntil: (work: Promise<unknown>) => void
  /** Ends the object at once; what is under way fails. */
  abort: (reason?: string) => void
}

export interface ObjectNamespace {
  idFromName: (name: string) => unknown
  get: (id: unknown) => { fetch: (request: Request) => Promise<Response> }
}

/** What a deployment binds to the worker (`wrangler.jsonc`). */
export interface Env {
  /** the one object that is the node */
  NODE: ObjectNamespace
  /** where blocks lie in segments; all of them lie in the object's rows where there is none */
  BLOCKS?: ObjectBucket
  /** the secret that opens the RPC */
  TOKEN?: string
  /** the secret of whoever may have pins kept here, by the IPFS Pinning Service API at `/psa`; there is none without it */
  PIN_TOKEN?: string
  /** where others reach this deployment, as `https://node.example`: what peers are told; that of its owner's last request when left out */
  ORIGIN?: string
  /** settings of the node, as `{"Gateway.NoFetch": true}`; they count at each start over what is kept */
  CONFIG?: string
}

export interface WorkerContext {
  waitUntil: (work: Promise<unknown>) => void
}
