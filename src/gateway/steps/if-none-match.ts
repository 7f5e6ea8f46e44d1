import { etagMatches } from '../../http/headers/etag.ts'
import type { Resolved } from '../request/request.ts'
import { dagPageEtag, etagOf, listingEtag } from '../response/etags.ts'

/**
 * Answers 304 without reading content if the client has it already: the ETags of content, listing and preview follow
 * from the CID (boxo `handleIfNoneMatch`). `If-Modified-Since` needs the block with the time, and is evaluated where
 * that is read (`http/preconditions.ts`).
 */
export function ifNoneMatch ({ request, headers, target: { cid }, format }: Resolved): Response | undefined {
  const header = request.headers.get('if-none-match') ?? ''

  return header !== '' && etagMatches(header, etagOf(cid, format), listingEtag(cid), dagPageEtag(cid))
    ? new Response(null, { status: 304, headers })
    : undefined
}
