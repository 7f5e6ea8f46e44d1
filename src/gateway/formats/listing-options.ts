import { MAX_NAME_CHARS } from '../html/listing/listing-tools.ts'
import type { ListingTools } from '../html/listing/listing-tools.ts'
import { ENTRY_KINDS } from '../html/page/entry-kind.ts'
import { queryParam } from '../request/query-param.ts'
import type { Resolved } from '../request/request.ts'

/**
 * Reads the options of a listing from the query: `?sort=name`, `?sort=-size`, `?kind=picture`, `?name=part`. Ignores
 * invalid values.
 */
export function listingOptions (rq: Pick<Resolved, 'query'>): ListingTools {
  const [, minus, sort] = /^(-?)(name|size)$/.exec(queryParam(rq, 'sort')) ?? []
  return {
    sort: sort as ListingTools['sort'],
    descending: minus === '-',
    kind: ENTRY_KINDS.find((kind) => kind === queryParam(rq, 'kind')),
    name: queryParam(rq, 'name').slice(0, MAX_NAME_CHARS)
  }
}
