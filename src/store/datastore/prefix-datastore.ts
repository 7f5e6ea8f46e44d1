import { BaseDatastore } from 'datastore-core'
import type { KeyQuery, Query } from 'interface-datastore'
import type { StoreOptions } from '../blockstore.ts'

type Pairs = ReturnType<BaseDatastore['query']>
type Keys = ReturnType<BaseDatastore['queryKeys']>

/** A datastore whose `_all` and `_allKeys` give the rows of the prefix alone: nothing looks at each of them again where that is all that is asked for. */
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
