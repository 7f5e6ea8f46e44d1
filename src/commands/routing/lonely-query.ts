import { hasDht } from '../../net/has-dht.ts'
import type { IpfsNode } from '../../node/ipfs-node.ts'
import { MUST_BE_ONLINE } from '../shared/online-errors.ts'
import { errorEvent } from './query-event.ts'
import type { QueryEvent } from './query-event.ts'

/**
 * What the routing of a node that is online and no peer tells who asks it: each table that it looks into is empty. Where `Routing.Type` has
 * no DHT there is no table.
 *
 * @throws an Error on a node that was started offline
 */
export function lonelyQuery ({ config, online }: IpfsNode, tables: number): QueryEvent[] {
  if (!online) {
    throw new Error(MUST_BE_ONLINE)
  }

  return !hasDht(config) ? [] : Array.from({ length: tables }, () => errorEvent('failed to find any peer in table'))
}
