import { generateKeyPair, privateKeyFromProtobuf, privateKeyToProtobuf, publicKeyToProtobuf } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import { peerIdFromPrivateKey } from '@libp2p/peer-id'
import type { PeerId } from '@libp2p/interface'
import { base64pad } from 'multiformats/bases/base64'

/** Who this node is. */
export interface Identity {
  peerId: PeerId
  privateKey: PrivateKey
  /** the public key as a libp2p protobuf in base64, as `id` shows it */
  publicKey: string
}

/** A new Ed25519 identity, as `ipfs init` makes it. */
export async function createIdentity (): Promise<Identity> {
  return toIdentity(await generateKeyPair('Ed25519'))
}

/** @param encoded - what `encodeIdentity` gave: `Identity.PrivKey` of Kubo's config */
export function decodeIdentity (encoded: string): Identity {
  return toIdentity(privateKeyFromProtobuf(base64pad.baseDecode(encoded)))
}

/** The text that `decodeIdentity` reads; it holds the private key. */
export function encodeIdentity (identity: Identity): string {
  return base64pad.baseEncode(privateKeyToProtobuf(identity.privateKey))
}

function toIdentity (privateKey: PrivateKey): Identity {
  return {
    peerId: peerIdFromPrivateKey(privateKey),
    privateKey,
    publicKey: base64pad.baseEncode(publicKeyToProtobuf(privateKey.publicKey))
  }
}
