import type { CID } from 'multiformats/cid'
import type { RequestLife } from '../../http/body/request-life.ts'
import type { ContentPath } from '../../path/content-path.ts'
import type { UnixfsNode } from '../../unixfs/format/unixfs-node.ts'
import { ResolveError } from '../errors/gateway-errors.ts'
import type { Backend, ImmutablePath, PathTarget, Trail } from './backend.ts'
import type { GatewayConfig } from './config.ts'
import type { Format } from './format.ts'

/** Data that every step has. */
interface Common {
  request: Request
  /** percent-decoded content path: the path of the URL, below the root that the host represents */
  path: string
  /** percent-decoded path of the URL, the base of redirects and links */
  sentPath: string
  /** path of the URL as it was sent */
  rawPath: string
  /** query as it was sent, without `?` */
  rawQuery: string
  query: Map<string, string[]>
  /** headers of the answer; steps add to them, and error answers keep them */
  headers: Headers
  config: GatewayConfig
  backend: Backend
  life: RequestLife
  /** requested host, with its port; undefined if hosts are not routed */
  host: string | undefined
  /** whether the request uses HTTPS */
  secure: boolean
  /** prefix of paths of other contents: `//host` if this origin serves a single content, else empty */
  gatewayUrl: string
  /** whether files and pages may be answered, not only verifiable formats */
  deserialized: boolean
  /** takes one of the limited slots for concurrent requests; returns false if none is free */
  enter: () => boolean
  /** answers paths outside of all content namespaces */
  fallback: ((path: string, headers: Headers) => Response | Promise<Response>) | undefined
  trail: Trail
  /** whether the path has its own origin (subdomain, DNSLink): pages may redirect and run there */
  originIsolated: boolean
  /** whether content shares its origin with an application: see `sandbox.ts` */
  sandbox: boolean
  /**
   * returns the URL of the request on the content's own origin, if a user opens a document; undefined if it has none
   */
  ownOrigin?: (() => Promise<string | undefined>) | undefined
  /** returns that URL while the host cannot be reached; undefined if it can, or if nothing answers on that origin */
  offlineOrigin?: (() => Promise<string | undefined>) | undefined
  /** URL prefix of the explorer page of this origin, before a content path */
  explorer?: string | undefined
}

/** A request that was not inspected yet. */
export interface Incoming extends Common {
  stage: 'incoming'
}

/** The requested path: a content path, or a path in the mutable files with the current CID of their root. */
export type AskedPath = ContentPath | (Omit<ContentPath, 'namespace'> & { namespace: 'mfs'; cid: CID })

/** A request with a parsed path. */
export interface Parsed extends Common {
  stage: 'parsed'
  contentPath: AskedPath
}

/** A request with a known response format. */
export interface Negotiated extends Omit<Parsed, 'stage'> {
  stage: 'negotiated'
  /** undefined for the default of browsers: files and pages */
  format: Format | undefined
  /** parameters of the media type in `Accept` */
  formatParams: Map<string, string>
}

/** A request with an immutable path. */
export interface Immutable extends Omit<Negotiated, 'stage'> {
  stage: 'immutable'
  immutablePath: ImmutablePath
  /** TTL of the mutable path; 0 if unknown */
  ttlSeconds: number
  modifiedMs: number | undefined
}

/** A request with a resolved path. */
export interface Resolved extends Omit<Immutable, 'stage'> {
  stage: 'resolved'
  target: PathTarget
  /** The name of the served file, if a `_redirects` rule replaced the requested path. */
  rewrittenName?: string
}

export type GatewayRequest = Incoming | Parsed | Negotiated | Immutable | Resolved

/** A step that may answer a request; if it returns undefined, the next step runs. */
export type Check<In extends GatewayRequest> = (rq: In) => Response | undefined | Promise<Response | undefined>

/** A step that adds data to a request, or answers it. */
export type Advance<In extends GatewayRequest, Out extends GatewayRequest> = (
  rq: In
) => Response | Out | Promise<Response | Out>

/** Returns the first value of a query parameter; empty if there is none, as in Go. */
export function queryParam ({ query }: { query: Map<string, string[]> }, name: string): string {
  return query.get(name)?.[0] ?? ''
}

/** Whether a request must be answered without the network (`Cache-Control: only-if-cached`). */
export function isOnlyIfCached ({ headers }: Request): boolean {
  return headers.get('cache-control') === 'only-if-cached'
}

/**
 * Reads the last block of the path.
 *
 * @throws ResolveError with the status of the cause
 */
export async function loadBlock ({ target: { cid }, contentPath, backend, life }: Resolved): Promise<Uint8Array> {
  try {
    return await backend.block(cid, life)
  } catch (err) {
    throw new ResolveError(contentPath.text, err as Error)
  }
}

/**
 * Reads the last block of the path as UnixFS.
 *
 * @throws ResolveError with the status of the cause
 */
export async function loadUnixfs ({ target: { cid }, contentPath, backend, life }: Resolved): Promise<UnixfsNode> {
  try {
    return await backend.unixfs(cid, life)
  } catch (err) {
    throw new ResolveError(contentPath.text, err as Error)
  }
}
