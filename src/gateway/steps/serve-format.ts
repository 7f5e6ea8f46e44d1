import { codec } from '../formats/codec.ts'
import { raw } from '../formats/raw.ts'
import { tar } from '../formats/tar.ts'
import { web } from '../formats/web.ts'
import { setIpfsRoots } from '../ipfs-roots.ts'
import type { Resolved } from '../request.ts'

/** The forms of resolved content; the others were answered by steps before. */
const FORMATS = { raw, tar, 'dag-json': codec, 'dag-cbor': codec, json: web, cbor: web } as const

/** Answers in the form that was asked for; what browsers ask for when nothing was. */
export async function serveFormat (rq: Resolved): Promise<Response> {
  setIpfsRoots(rq.headers, rq.target)
  const serve = rq.format == null ? web : FORMATS[rq.format as keyof typeof FORMATS]
  return await serve(rq)
}
