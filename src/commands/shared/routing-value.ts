import { RoutingNotFoundError } from '../../names/routing/routing-not-found-error.ts'
import type { Context } from '../../rpc/command/context.ts'
import { publicKeyInDht } from '../../swarm/routing/public-key-in-dht.ts'
import { ACTION_MUST_BE_ONLINE } from './online-errors.ts'
import { parseRoutingKey } from './routing-key.ts'

/**
 * Returns the value of a routing key (Kubo `core/coreapi/routing.go`, `Get`). An offline node without routers answers
 * only requests for local values (`offline=true`); Kubo refuses those too.
 *
 * @throws RoutingNotFoundError
 */
export async function routingValue (key: string, { node, wantsOffline, signal }: Context): Promise<Uint8Array> {
  if (!node.names.asksNetwork && !wantsOffline) {
    throw new Error(ACTION_MUST_BE_ONLINE)
  }

  const { kind, id } = parseRoutingKey(key)
  const value = kind === 'ipns'
    ? await node.names.record(id, { offline: wantsOffline, signal })
    : await node.names.publicKey(id) ?? (wantsOffline ? undefined : await publicKeyInDht(node, id, signal))

  if (value == null) {
    throw new RoutingNotFoundError()
  }

  return value
}
