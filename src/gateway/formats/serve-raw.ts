import { MEDIA_TYPES } from '../request/format.ts'
import { loadBlock, queryParam } from '../request/request.ts'
import type { Resolved } from '../request/request.ts'
import { setCacheHeaders, setContentDisposition } from '../response/response-headers.ts'
import { serveContent } from '../response/serve-content.ts'

/**
 * Answers with the bytes of one block (specs.ipfs.tech/http-gateways/trustless-gateway, "application/vnd.ipld.raw").
 */
export async function serveRaw (rq: Resolved): Promise<Response> {
  const { target: { cid }, headers } = rq
  const bytes = await loadBlock(rq)
  const filename = queryParam(rq, 'filename')

  setContentDisposition(headers, filename === '' ? `${cid}.bin` : filename, 'attachment')
  const modifiedMs = setCacheHeaders(rq, cid, 'raw')
  headers.set('Content-Type', MEDIA_TYPES.raw)
  headers.set('X-Content-Type-Options', 'nosniff')
  return await serveContent(rq, {
    size: bytes.byteLength,
    modifiedMs,
    read: ({ start, length }) => bytes.subarray(start, start + length)
  })
}
