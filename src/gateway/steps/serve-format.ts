import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import { encodeUtf8 } from '../../go/text/utf8.ts'
import { encodeGoQuery, escapePath } from '../../go/url/escape.ts'
import { firstAccepted } from '../../http/headers/accept.ts'
import { etagMatches } from '../../http/headers/etag.ts'
import { dagSize, fileSize } from '../../unixfs/format/unixfs-node.ts'
import type { UnixfsNode } from '../../unixfs/format/unixfs-node.ts'
import { StatusError } from '../errors/gateway-errors.ts'
import { nameRecord } from '../formats/name-record.ts'
import { serveCar } from '../formats/serve-car.ts'
import { serveCodec } from '../formats/serve-codec.ts'
import { serveRaw } from '../formats/serve-raw.ts'
import { serveTar } from '../formats/serve-tar.ts'
import { unixfsDirectory } from '../formats/unixfs-directory.ts'
import { unixfsFile, unixfsSymlink } from '../formats/unixfs-file.ts'
import type { GatewayConfig } from '../request/config.ts'
import { CODEC_TYPES, MEDIA_TYPES } from '../request/format.ts'
import type { Format } from '../request/format.ts'
import { loadBlock, loadUnixfs, queryParam } from '../request/request.ts'
import type { Immutable, Negotiated, Parsed, Resolved } from '../request/request.ts'
import {
  dagPageEtag,
  etagOf,
  listingEtag,
  setCacheHeaders,
  setIpfsRoots,
  setListingCacheHeaders,
  setPathHeaders
} from '../response/response-headers.ts'

/** The stage at which a format is served, and the function that serves it. */
type Server =
  | { stage: 'negotiated'; serve: (rq: Negotiated) => Promise<Response> }
  | { stage: 'immutable'; serve: (rq: Immutable) => Promise<Response> }
  | { stage: 'resolved'; serve: (rq: Resolved) => Promise<Response> }

/**
 * All formats. A format that is declared (`request/format.ts`) but not served does not compile. Functions call the
 * servers, so that a worker evaluates only those that it needs (docs/internals/build.md).
 */
const FORMATS: Readonly<Record<Format, Server>> = {
  // A record belongs to the name itself, so it is served before names are resolved.
  'ipns-record': { stage: 'negotiated', serve: async (rq) => await nameRecord(rq) },
  // A CAR contains the blocks of the path, and has its own ETag, so it is served before paths are resolved.
  car: { stage: 'immutable', serve: async (rq) => await serveCar(rq) },
  raw: { stage: 'resolved', serve: async (rq) => await serveRaw(rq) },
  tar: { stage: 'resolved', serve: async (rq) => await serveTar(rq) },
  'dag-json': { stage: 'resolved', serve: async (rq) => await serveCodec(rq) },
  'dag-cbor': { stage: 'resolved', serve: async (rq) => await serveCodec(rq) },
  json: { stage: 'resolved', serve: serveWeb },
  cbor: { stage: 'resolved', serve: serveWeb }
}

/** Serves formats of names. */
export async function serveNameFormat (rq: Negotiated): Promise<Response | undefined> {
  const server = rq.format == null ? undefined : FORMATS[rq.format]
  return server?.stage === 'negotiated' ? await server.serve(rq) : undefined
}

/** Serves formats of immutable paths. */
export async function servePathFormat (rq: Immutable): Promise<Response | undefined> {
  const server = rq.format == null ? undefined : FORMATS[rq.format]
  return server?.stage === 'immutable' ? await server.serve(rq) : undefined
}

/** Serves formats of resolved content; by default as browsers expect it. */
export async function serveFormat (rq: Resolved): Promise<Response> {
  const server = rq.format == null ? undefined : FORMATS[rq.format]
  setIpfsRoots(rq.headers, rq.target)
  // Earlier steps served all formats of other stages.
  return server?.stage === 'resolved' ? await server.serve(rq) : await serveWeb(rq)
}

/**
 * Answers 304 without reading content if the client has it already: the ETags of content, listing and preview follow
 * from the CID (boxo `handleIfNoneMatch`). `If-Modified-Since` needs the block with the time, and is evaluated after
 * that block is read (`http/preconditions.ts`).
 *
 * Unlike Kubo's, the answer has the `ETag` and the `Cache-Control` of the content (RFC 9110, section 15.4.5): without
 * them a browser would begin the whole `max-age` of the answer that it has once more.
 */
export function ifNoneMatch (rq: Resolved): Response | undefined {
  const { request, headers, target: { cid }, format } = rq
  const header = request.headers.get('if-none-match') ?? ''

  if (header === '') {
    return undefined
  }

  if (etagMatches(header, etagOf(cid, format))) {
    setCacheHeaders(rq, cid, format)
  } else if (etagMatches(header, listingEtag(cid))) {
    setListingCacheHeaders(rq, cid)
  } else if (etagMatches(header, dagPageEtag(cid))) {
    headers.set('Etag', dagPageEtag(cid))
  } else {
    return undefined
  }

  return new Response(null, { status: 304, headers })
}

/** Answers requests of browsers: files, directories as pages, documents (boxo `gateway/handler_defaults.go`). */
async function serveWeb (rq: Resolved): Promise<Response> {
  const { config } = rq

  if (CODEC_TYPES[rq.target.cid.code] != null) {
    if (config.maxDeserializedBytes > 0) {
      checkResponseSize(config, (await loadBlock(rq)).length)
    }

    return await serveCodec(rq)
  }

  const node = await loadUnixfs(rq)
  checkResponseSize(config, responseSize(node))

  switch (node.kind) {
    case 'file':
      return await unixfsFile(rq, node)
    case 'directory':
      return await unixfsDirectory(rq, node)
    case 'symlink':
      return await unixfsSymlink(rq, node)
  }
}

/** A week, and a month while it is revalidated (boxo `gateway/handler.go`, `cacheControlSizeLimit`). */
const CACHE_CONTROL = 'public, max-age=604800, stale-while-revalidate=2678400'

/**
 * Checks the size of a deserialized answer. A range counts with the size of its whole file.
 *
 * @param size - bytes of the file, or of the DAG of the directory
 * @throws StatusError 410 above `Gateway.MaxDeserializedResponseSize`
 */
function checkResponseSize ({ maxDeserializedBytes: limit }: GatewayConfig, size: Uint64): void {
  if (limit > 0 && size > limit) {
    throw new StatusError(
      410,
      `deserialized responses are not supported for content larger than ${limit} bytes: ` +
        'for large content, run your own IPFS node (https://docs.ipfs.tech/install/)',
      { cacheControl: CACHE_CONTROL }
    )
  }
}

/** Returns the size that counts for a UnixFS node, without reading more blocks. */
function responseSize (node: UnixfsNode): Uint64 {
  switch (node.kind) {
    case 'file':
      return fileSize(node)
    case 'directory':
      return dagSize(node)
    case 'symlink':
      return encodeUtf8(node.target).length
  }
}

/** Explicit media types in `Accept`, which browsers do not send by default. */
const EXPLICIT_TYPES = [
  'application/vnd.ipld',
  'application/vnd.ipfs',
  MEDIA_TYPES.tar,
  MEDIA_TYPES.json,
  MEDIA_TYPES.cbor
]

/**
 * Selects the format of the answer: `format` in the URL, else the first explicit type in `Accept` (IPIP-523). Ignores
 * an unknown `format`. Sets `Content-Location` if only `Accept` requested the format.
 *
 * @throws StatusError 400 for an unknown IPFS or IPLD type
 */
export function negotiateFormat (rq: Parsed): Negotiated {
  setPathHeaders(rq)
  const accepted = readAccept(rq.request)
  const byUrl = formatByName(queryParam(rq, 'format'))
  const byHeader = accepted == null ? undefined : formatByMediaType(accepted.type)
  const format = byUrl ?? byHeader

  if (format == null && accepted != null) {
    throw new StatusError(400, 'unsupported response format requested')
  }

  const formatParams = format === byHeader && accepted != null ? accepted.params : new Map<string, string>()

  if (format != null && queryParam(rq, 'format') !== format) {
    rq.headers.set('Content-Location', contentLocation(rq, format, formatParams))
  }

  return { ...rq, stage: 'negotiated', format, formatParams }
}

const byMediaType = new Map(Object.entries(MEDIA_TYPES).map(([format, type]) => [type, format as Format]))

/** Returns the format for a value of `?format=`; undefined if unknown. */
function formatByName (name: string): Format | undefined {
  return Object.hasOwn(MEDIA_TYPES, name) ? name as Format : undefined
}

/** Returns the format for a media type in `Accept`; undefined if unknown. */
function formatByMediaType (type: string): Format | undefined {
  return byMediaType.get(type)
}

function readAccept ({ headers }: Request): ReturnType<typeof firstAccepted> {
  try {
    return firstAccepted(headers.get('accept') ?? '', EXPLICIT_TYPES)
  } catch (err) {
    throw new StatusError(400, `error while processing the Accept header: ${(err as Error).message}`)
  }
}

/**
 * Returns the URL of a format. Parameters of the media type become `car-order` and so on, unless the URL contains them
 * (boxo `addContentLocation`).
 */
function contentLocation ({ sentPath, query }: Parsed, format: Format, params: Map<string, string>): string {
  const all = new Map(query).set('format', [format])

  for (const [name, value] of params) {
    const key = `${format}-${name}`

    if (!all.has(key)) {
      all.set(key, [value])
    }
  }

  return `${escapePath(sentPath)}?${encodeGoQuery(all)}`
}
