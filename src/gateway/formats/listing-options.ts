import { ENTRY_KINDS } from '../html/entry-kind.ts'
import type { ListingTools } from '../html/listing-tools.ts'
import { queryParam } from '../query-param.ts'
import type { Resolved } from '../request.ts'

/** What a person wants of a listing: `?sort=name`, `?sort=-size`, `?kind=picture`. What cannot be understood counts as not said. */
export function listingOptions (rq: Pick<Resolved, 'query'>): ListingTools {
  const [, minus, sort] = /^(-?)(name|size)$/.exec(queryParam(rq, 'sort')) ?? []
  return { sort: sort as ListingTools['sort'], descending: minus === '-', kind: ENTRY_KINDS.find((kind) => kind === queryParam(rq, 'kind')) }
}
