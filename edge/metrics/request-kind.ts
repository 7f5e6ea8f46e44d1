import type { Area } from '../request/area.ts'

/** Formats of the gateway by their media type (specs.ipfs.tech/http-gateways/path-gateway, "Accept"). */
const FORMATS: Readonly<Record<string, string>> = {
  'application/vnd.ipld.raw': 'raw',
  'application/vnd.ipld.car': 'car',
  'application/x-tar': 'tar',
  'application/vnd.ipfs.ipns-record': 'ipns-record'
}

const KNOWN = new Set(Object.values(FORMATS))

/** Returns the kind of a request for figures and logs: an area, or the format that a gateway request asks for. */
export function requestKind (request: Request, area: Area): string {
  if (area !== 'gateway') {
    return area
  }

  const { pathname, searchParams } = new URL(request.url)

  if (pathname.startsWith('/routing/')) {
    return 'routing'
  }

  const accepted = (request.headers.get('accept') ?? '').split(/[;,]/)[0].trim()
  const format = searchParams.get('format') ?? FORMATS[accepted]
  return format != null && KNOWN.has(format) ? format : 'file'
}
