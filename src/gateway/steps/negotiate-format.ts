import { encodeGoQuery, escapePath } from '../../go/url/escape.ts'
import { firstAccepted } from '../../http/headers/accept.ts'
import { headerValue } from '../../http/headers/header-value.ts'
import { StatusError } from '../errors/gateway-errors.ts'
import { formatByMediaType, formatByName, MEDIA_TYPES } from '../request/format.ts'
import type { Format } from '../request/format.ts'
import { queryParam } from '../request/request.ts'
import type { Negotiated, Parsed } from '../request/request.ts'

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
  rq.headers.set('X-Ipfs-Path', headerValue(rq.contentPath.text))
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
