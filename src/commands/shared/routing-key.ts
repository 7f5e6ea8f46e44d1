import type { MultihashDigest } from 'multiformats/hashes/interface'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'

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
