import { coalesce } from '../../bytes/coalesce.ts'
import { formatHttpDate } from '../../http/headers/http-date.ts'
import { StatusError } from '../errors/gateway-errors.ts'
import { MEDIA_TYPES } from '../request/format.ts'
import { loadUnixfs, queryParam } from '../request/request.ts'
import type { Resolved } from '../request/request.ts'
import { setCacheHeaders, setContentDisposition } from '../response/response-headers.ts'
import { openBody } from '../response/serve-content.ts'

/**
 * Answers with a tar of a file or a directory with everything below it, named by its CID (boxo
 * `gateway/handler_tar.go`).
 *
 * @throws StatusError 406 if the content is not UnixFS (specs.ipfs.tech/http-gateways/path-gateway, "406 Not
 *   Acceptable"; Kubo: 500)
 */
export async function serveTar (rq: Resolved): Promise<Response> {
  try {
    return await tarResponse(rq)
  } catch (err) {
    throw isCausedBy(err, 'NotUnixfsError') ? new StatusError(406, err as Error) : err
  }
}

function isCausedBy (error: unknown, name: string): boolean {
  return error instanceof Error && (error.name === name || isCausedBy(error.cause, name))
}

async function tarResponse (rq: Resolved): Promise<Response> {
  const { target: { cid }, headers, backend, life } = rq
  const node = await loadUnixfs(rq)
  const filename = queryParam(rq, 'filename')
  const modifiedMs = setCacheHeaders(rq, cid, 'tar')

  setContentDisposition(headers, filename === '' ? `${cid}.tar` : filename, 'attachment')

  if (modifiedMs != null) {
    headers.set('Last-Modified', formatHttpDate(modifiedMs))
  }

  headers.set('Content-Type', MEDIA_TYPES.tar)
  headers.set('X-Content-Type-Options', 'nosniff')
  return await openBody(rq, coalesce(backend.tar(node, cid.toString(), life)))
}
