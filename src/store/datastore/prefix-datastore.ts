import { BaseDatastore } from 'datastore-core/base'
import type { KeyQuery, Query } from 'interface-datastore'
import type { StoreOptions } from '../blockstore/blockstore.ts'

type Pairs = ReturnType<BaseDatastore['query']>
type Keys = ReturnType<BaseDatastore['queryKeys']>

/**
 * A datastore with `_all` and `_allKeys` that already return only rows of the prefix, so that queries without filters
 * need not check each row again.
 */
export class PrefixDatastore extends BaseDatastore {
  override query (query: Query, options?: StoreOptions): Pairs {
    return isPrefix(query) ? this._all(query, options) as Pairs : super.query(query, options)
  }

  override queryKeys (query: KeyQuery, options?: StoreOptions): Keys {
    return isPrefix(query) ? this._allKeys(query, options) as Keys : super.queryKeys(query, options)
  }
}

function isPrefix ({ filters, orders, offset, limit }: Query | KeyQuery): boolean {
  return filters == null && orders == null && offset == null && limit == null
}
