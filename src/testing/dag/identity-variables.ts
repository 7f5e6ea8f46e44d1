import type { PeerId } from '@libp2p/interface'
import { base32 } from 'multiformats/bases/base32'
import { base36 } from 'multiformats/bases/base36'
import { base58btc } from 'multiformats/bases/base58'

/** Ports that the handlers assume; nothing listens on them. */
export const RPC_PORT = 5001
export const GATEWAY_PORT = 8080

/** Returns the variables of a node's identity (golden/README.md, "Variables"). */
export function identityVariables (
  peerId: Pick<PeerId, 'toString' | 'toCID'>,
  publicKey: string
): Map<string, string | Uint8Array> {
  const cid = peerId.toCID()

  return new Map<string, string | Uint8Array>([
    ['peerId', peerId.toString()],
    ['peerIdB36', cid.toString(base36)],
    ['peerIdB32', cid.toString(base32)],
    ['peerIdB58Cid', cid.toString(base58btc)],
    ['publicKey', publicKey],
    ['rpcPort', String(RPC_PORT)],
    ['gatewayPort', String(GATEWAY_PORT)]
  ])
}
