import type { IpfsNode } from '../../node/ipfs-node.ts'
import { MUST_BE_ONLINE } from '../shared/online-errors.ts'
import { errorEvent } from './query-event.ts'
import type { QueryEvent } from './query-event.ts'

/**
 * What the routing of a node without peers tells who asks it: each table that it looks into is empty. With `Routing.Type` of
 * `none` there is no table.
 *
 * @throws an Error on a node that was started offline
 */
export function lonelyQuery ({ config, online }: IpfsNode, tables: number): QueryEvent[] {
  if (!online) {
    throw new Error(MUST_BE_ONLINE)
  }

  return config.get<string | null>('Routing.Type') === 'none' ? [] : Array.from({ length: tables }, () => errorEvent('failed to find any peer in table'))
}
