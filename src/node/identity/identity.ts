import { generateKeyPair, privateKeyFromProtobuf, privateKeyToProtobuf, publicKeyToProtobuf } from '@libp2p/crypto/keys'
import type { PeerId, PrivateKey } from '@libp2p/interface'
import { peerIdFromPrivateKey } from '@libp2p/peer-id'
import { Key } from 'interface-datastore'
import { base64pad } from 'multiformats/bases/base64'

/** Key of the row with the identity: the first row of a repo. */
export const IDENTITY_KEY = new Key('/local/identity')

/** The identity of this node: its key pair and peer ID. */
export interface Identity {
  peerId: PeerId
  privateKey: PrivateKey
  /** the public key as a libp2p protobuf in base64, as `id` shows it */
  publicKey: string
}

/** Creates a new Ed25519 identity, like `ipfs init`. */
export async function createIdentity (): Promise<Identity> {
  return toIdentity(await generateKeyPair('Ed25519'))
}

/**
 * Decodes an identity.
 *
 * @param encoded - the output of `encodeIdentity`: `Identity.PrivKey` of Kubo's config
 */
export function decodeIdentity (encoded: string): Identity {
  return toIdentity(privateKeyFromProtobuf(base64pad.baseDecode(encoded)))
}

/** Encodes an identity as text, including the private key. */
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
