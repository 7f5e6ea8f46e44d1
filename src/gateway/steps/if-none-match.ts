import { etagMatches } from '../../http/etag.ts'
import { dagPageEtag, etagOf, listingEtag } from '../etags.ts'
import type { Resolved } from '../request.ts'

/**
 * Content that the client has already is not read at all: its tag, that of a listing and that of a preview follow from the
 * CID (boxo `handleIfNoneMatch`). `If-Modified-Since` needs the block with the time in it and is weighed where that is read
 * (`http/preconditions.ts`).
 */
export function ifNoneMatch ({ request, headers, target: { cid }, format }: Resolved): Response | undefined {
  const header = request.headers.get('if-none-match') ?? ''

  return header !== '' && etagMatches(header, etagOf(cid, format), listingEtag(cid), dagPageEtag(cid))
    ? new Response(null, { status: 304, headers })
    : undefined
}
