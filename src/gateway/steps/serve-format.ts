import { codec } from '../formats/codec.ts'
import { raw } from '../formats/raw.ts'
import { tar } from '../formats/tar.ts'
import { web } from '../formats/web.ts'
import type { Format } from '../request/format.ts'
import type { Resolved } from '../request/request.ts'
import { setIpfsRoots } from '../response/ipfs-roots.ts'

/** Formats of resolved content. Earlier steps answered the others. */
const FORMATS: Partial<Record<Format, (rq: Resolved) => Promise<Response>>> = {
  raw,
  tar,
  'dag-json': codec,
  'dag-cbor': codec,
  json: web,
  cbor: web
}

/** Answers in the requested format; by default as browsers expect it. */
export async function serveFormat (rq: Resolved): Promise<Response> {
  const serve = rq.format == null ? web : FORMATS[rq.format]

  if (serve == null) {
    throw new Error(`no step has answered ${rq.format}`)
  }

  setIpfsRoots(rq.headers, rq.target)
  return await serve(rq)
}
