import type { CID } from 'multiformats/cid'
import type { ContentPath } from '../path/content-path.ts'
import type { Backend, ImmutablePath, PathTarget } from './backend.ts'
import type { GatewayConfig } from './config.ts'
import type { Format } from './formats/format.ts'
import type { RequestLife } from '../http/request-life.ts'
import type { Trail } from './trail.ts'

/** What every step knows. */
interface Common {
  request: Request
  /** what is asked for, percent-decoded: the path of the URL, below what the host stands for */
  path: string
  /** the path of the URL, percent-decoded: redirects and links start from it */
  sentPath: string
  /** the same as it was sent */
  rawPath: string
  /** the query as it was sent, without `?` */
  rawQuery: string
  query: Map<string, string[]>
  /** of the answer; steps add to them, errors keep them */
  headers: Headers
  config: GatewayConfig
  backend: Backend
  life: RequestLife
  /** that was asked, with its port; undefined where hosts have no rules */
  host: string | undefined
  /** by https */
  secure: boolean
  /** before the paths of other contents: `//host` where this origin has one content alone, else nothing */
  gatewayUrl: string
  /** files and pages may be answered, not only what a client can verify */
  deserialized: boolean
  /** takes a place among the requests that are answered at the same time; false where there is none */
  enter: () => boolean
  /** answers paths that are no content's */
  others: ((path: string, headers: Headers) => Response | Promise<Response>) | undefined
  trail: Trail
  /** the path is a whole origin of its own (subdomain, DNSLink): pages may redirect and run there */
  originIsolated: boolean
  /** content shares its origin with an application: see `sandbox.ts` */
  sandbox: boolean
  /** finds the URL of the request on the content's own origin, for a person who opens a document; undefined where it has none */
  ownOrigin?: (() => Promise<string | undefined>) | undefined
  /** finds the same while the host cannot be reached; undefined where it can, or where nothing answers on that origin */
  offlineOrigin?: (() => Promise<string | undefined>) | undefined
  /** before a content path: where a page of this origin shows what it leads to */
  explorer?: string | undefined
}

/** A request that was not looked at yet. */
export interface Incoming extends Common {
  stage: 'incoming'
}

/** What is asked for: a content path, or a path in the mutable files as they are now, with the CID of their root. */
export type AskedPath = ContentPath | (Omit<ContentPath, 'namespace'> & { namespace: 'mfs', cid: CID })

/** Its path is known. */
export interface Parsed extends Common {
  stage: 'parsed'
  contentPath: AskedPath
}

/** The form of the answer is known, too. */
export interface Negotiated extends Omit<Parsed, 'stage'> {
  stage: 'negotiated'
  /** undefined for what browsers ask for: files and pages */
  format: Format | undefined
  /** parameters of the media type in `Accept` */
  formatParams: Map<string, string>
}

/** The path leads from a CID. */
export interface Immutable extends Omit<Negotiated, 'stage'> {
  stage: 'immutable'
  immutablePath: ImmutablePath
  /** for how long a mutable path stands for it; 0 where nobody knows */
  ttlSeconds: number
  modifiedMs: number | undefined
}

/** The path was followed to its end. */
export interface Resolved extends Omit<Immutable, 'stage'> {
  stage: 'resolved'
  target: PathTarget
  /** The name of the served file where a rule of `_redirects` put it in place of the requested path. */
  rewrittenName?: string
}

export type GatewayRequest = Incoming | Parsed | Negotiated | Immutable | Resolved

/** A step that may answer a request; with nothing the next one has its turn. */
export type Check<In extends GatewayRequest> = (rq: In) => Response | undefined | Promise<Response | undefined>

/** A step that finds out more about a request, or answers it. */
export type Advance<In extends GatewayRequest, Out extends GatewayRequest> = (rq: In) => Response | Out | Promise<Response | Out>
