import type { CID } from 'multiformats/cid'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { goQuote } from '../../go/text/quote.ts'
import { acceptsType } from '../../http/headers/accept.ts'
import { formatHttpDate } from '../../http/headers/http-date.ts'
import { StatusError } from '../errors/gateway-errors.ts'
import { CODEC_TYPES, MEDIA_TYPES } from '../request/format.ts'
import { loadBlock, queryParam } from '../request/request.ts'
import type { Resolved } from '../request/request.ts'
import { setCacheHeaders, setContentDisposition } from '../response/response-headers.ts'
import { fixedBody, serveContent } from '../response/serve-content.ts'
import { convertCodec } from './convert-codec.ts'
import { dagPreview } from './dag-preview.ts'

/** Codecs that a format sends unchanged. */
const AS_THEY_ARE: Readonly<Record<string, readonly number[]>> = {
  json: [CODEC.json, CODEC.dagJson],
  cbor: [CODEC.cbor, CODEC.dagCbor],
  'dag-json': [CODEC.dagJson],
  'dag-cbor': [CODEC.dagCbor]
}

/**
 * Answers with a document block, in its own format or converted to another; browsers get a page (boxo
 * `gateway/handler_codec.go`).
 */
export async function serveCodec (rq: Resolved): Promise<Response> {
  const { target: { cid }, headers, format } = rq
  const bytes = await loadBlock(rq)
  refuseRemainder(rq)

  const type = format == null ? CODEC_TYPES[cid.code] : MEDIA_TYPES[format]
  const modifiedMs = setCacheHeaders(rq, cid, format)
  setDisposition(rq, cid, type)
  headers.set('Content-Type', type)
  headers.set('X-Content-Type-Options', 'nosniff')

  if (format == null && wantsPreview(rq)) {
    return dagPreview(rq, bytes)
  }

  if (format == null || AS_THEY_ARE[format].includes(cid.code)) {
    return await serveContent(rq, {
      size: bytes.byteLength,
      modifiedMs,
      read: ({ start, length }) => bytes.subarray(start, start + length)
    })
  }

  const converted = convertCodec(rq, format, bytes)

  if (modifiedMs != null) {
    headers.set('Last-Modified', formatHttpDate(modifiedMs))
  }

  return await fixedBody(rq, 200, converted.byteLength, { read: () => converted })
}

/** Throws if the path ends within a block: only whole blocks are answered. */
function refuseRemainder ({ target: { cid, remainder } }: Resolved): void {
  if (remainder.length > 0) {
    const below = `/${remainder.join('/')}`
    throw new StatusError(
      501,
      `${goQuote(below)} of ${
        goQuote(`/ipfs/${cid}${below}`)
      } could not be returned: reading IPLD Kinds other than Links (CBOR Tag 42) is not implemented: try reading ${
        goQuote(`/ipfs/${cid}`)
      } instead`
    )
  }
}

function setDisposition (rq: Resolved, cid: CID, type: string): void {
  const json = type === MEDIA_TYPES.json || type === MEDIA_TYPES['dag-json']
  const filename = queryParam(rq, 'filename')
  const inline = json && queryParam(rq, 'download') !== 'true'
  setContentDisposition(
    rq.headers,
    filename === '' ? `${cid}${json ? '.json' : '.cbor'}` : filename,
    inline ? 'inline' : 'attachment'
  )
}

function wantsPreview (rq: Resolved): boolean {
  const { target: { cid: { code } }, request } = rq
  return (code === CODEC.dagJson || code === CODEC.dagCbor) && queryParam(rq, 'download') !== 'true' &&
    acceptsType(request.headers.get('accept'), 'text/html')
}
