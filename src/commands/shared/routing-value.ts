import type { MultihashDigest } from 'multiformats/hashes/interface'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'
import { RoutingNotFoundError } from '../../names/routing/record-outcome.ts'
import type { Context } from '../../rpc/command/context.ts'
import { publicKeyInDht } from '../../swarm/routing/public-key-in-dht.ts'
import { ACTION_MUST_BE_ONLINE } from './online-node.ts'

/** A key of the routing system: of a name record, or of a public key. */
export interface RoutingKey {
  kind: 'ipns' | 'pk'
  id: MultihashDigest
}

/**
 * Parses `/ipns/NAME` or `/pk/ID` (Kubo `core/coreapi/routing.go`, `normalizeKey`).
 *
 * @throws an Error with Kubo's message
 */
export function parseRoutingKey (text: string): RoutingKey {
  const [empty, kind, id, ...more] = text.split('/')

  if (empty !== '' || (kind !== 'ipns' && kind !== 'pk') || id === undefined || more.length > 0) {
    throw new Error('invalid key')
  }

  return { kind, id: parsePeerId(id) }
}

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
