import { hasDht } from '../../net/network-settings.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { MUST_BE_ONLINE } from '../shared/online-node.ts'
import { errorEvent } from './query-event.ts'
import type { QueryEvent } from './query-event.ts'

/**
 * Returns the events of a query on an online node without peers: one error for each empty routing table that it uses.
 * If `Routing.Type` has no DHT, there is no table.
 *
 * @throws an Error on an offline node
 */
export function offlineQuery ({ config, online }: IpfsNode, tables: number): QueryEvent[] {
  if (!online) {
    throw new Error(MUST_BE_ONLINE)
  }

  return !hasDht(config) ? [] : Array.from({ length: tables }, () => errorEvent('failed to find any peer in table'))
}
