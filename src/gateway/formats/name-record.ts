import type { CID } from 'multiformats/cid'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { parseCid } from '../../cid/text/parse-cid.ts'
import { etagMatches } from '../../http/headers/etag.ts'
import { formatHttpDate } from '../../http/headers/http-date.ts'
import { StatusError } from '../errors/gateway-errors.ts'
import { MEDIA_TYPES } from '../request/format.ts'
import { queryParam } from '../request/request.ts'
import type { Negotiated } from '../request/request.ts'
import { setContentDisposition, shortHash } from '../response/response-headers.ts'

/**
 * Answers with the signed IPNS record of a name (specs.ipfs.tech/http-gateways/trustless-gateway,
 * "application/vnd.ipfs.ipns-record").
 */
export async function nameRecord (rq: Negotiated): Promise<Response> {
  const { contentPath: { namespace, root, segments, text }, headers, request, backend, life } = rq

  if (namespace !== 'ipns') {
    throw new StatusError(400, `${text} is not an IPNS link`)
  }

  if (segments.length > 0) {
    throw new StatusError(400, 'cannot find ipns key for subpath')
  }

  const { bytes, ttlSeconds } = await backend.nameRecord(recordKey(root), life)
  const etag = `"${shortHash(bytes)}"`
  headers.set('Etag', etag)

  if (ttlSeconds == null) {
    headers.set('Last-Modified', formatHttpDate(Date.now()))
  } else {
    headers.set('Cache-Control', `public, max-age=${Math.trunc(ttlSeconds)}`)
  }

  // After Cache-Control, which a cache needs in this answer too (RFC 9110, section 15.4.5).
  if (etagMatches(request.headers.get('if-none-match') ?? '', etag)) {
    return new Response(null, { status: 304, headers })
  }

  const filename = queryParam(rq, 'filename')
  setContentDisposition(headers, filename === '' ? `${root}.ipns-record` : filename, 'attachment')
  headers.set('Content-Type', MEDIA_TYPES['ipns-record'])
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Content-Length', String(bytes.byteLength))
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers })
}

function recordKey (name: string): CID {
  const cid = parseCid(name)

  if (cid.code !== CODEC.libp2pKey) {
    throw new StatusError(400, `CID codec 0x${cid.code.toString(16)} is not allowed for peer IDs`)
  }

  return cid
}
