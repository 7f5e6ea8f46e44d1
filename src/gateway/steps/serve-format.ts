import { loadUnixfs } from '../formats/load-content.ts'
import { nameRecord } from '../formats/name-record.ts'
import { serveCar } from '../formats/serve-car.ts'
import { serveCodec } from '../formats/serve-codec.ts'
import { serveRaw } from '../formats/serve-raw.ts'
import { serveTar } from '../formats/serve-tar.ts'
import { unixfsDirectory } from '../formats/unixfs-directory.ts'
import { unixfsFile, unixfsSymlink } from '../formats/unixfs-file.ts'
import { CODEC_TYPES } from '../request/format.ts'
import type { Format } from '../request/format.ts'
import type { Immutable, Negotiated, Resolved } from '../request/request.ts'
import { setIpfsRoots } from '../response/response-headers.ts'

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

/** Answers requests of browsers: files, directories as pages, documents (boxo `gateway/handler_defaults.go`). */
async function serveWeb (rq: Resolved): Promise<Response> {
  if (CODEC_TYPES[rq.target.cid.code] != null) {
    return await serveCodec(rq)
  }

  const node = await loadUnixfs(rq)

  switch (node.kind) {
    case 'file':
      return await unixfsFile(rq, node)
    case 'directory':
      return await unixfsDirectory(rq, node)
    case 'symlink':
      return await unixfsSymlink(rq, node)
  }
}
