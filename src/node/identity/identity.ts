import { generateKeyPair, privateKeyFromProtobuf, privateKeyToProtobuf, publicKeyToProtobuf } from '@libp2p/crypto/keys'
import type { PeerId, PrivateKey } from '@libp2p/interface'
import { peerIdFromPrivateKey } from '@libp2p/peer-id'
import { Key } from 'interface-datastore'
import { base58btc } from 'multiformats/bases/base58'
import { base64pad } from 'multiformats/bases/base64'

/** Key of the row with the identity: the first row of a repo. */
export const IDENTITY_KEY = new Key('/local/identity')

/** Start of an Ed25519 private key as a libp2p protobuf: the type, and the length of the data. */
const ED25519_PREFIX = [0x08, 0x01, 0x12, 0x40]

/** Data of an Ed25519 private key: the seed, then the public key. */
const ED25519_SEED_BYTES = 32
const ED25519_DATA_BYTES = 64

/** Start of the peer ID of an Ed25519 key: an identity multihash of the public key as a libp2p protobuf. */
const ED25519_PEER_ID_PREFIX = [0x00, 0x24, 0x08, 0x01, 0x12, 0x20]

/** The identity of this node: its key pair and peer ID. */
export interface Identity {
  /** the peer ID as text */
  readonly id: string
  readonly peerId: PeerId
  readonly privateKey: PrivateKey
  /** the public key as a libp2p protobuf in base64, as `id` shows it */
  readonly publicKey: string
}

/** Creates a new Ed25519 identity, like `ipfs init`. */
export async function createIdentity (): Promise<Identity> {
  return toIdentity(await generateKeyPair('Ed25519'))
}

/**
 * Decodes an identity. An Ed25519 key is not decoded before it is used: the packages for keys take a tenth of the start
 * of a worker.
 *
 * @param encoded - the output of `encodeIdentity`: `Identity.PrivKey` of Kubo's config
 */
export function decodeIdentity (encoded: string): Identity {
  const bytes = base64pad.baseDecode(encoded)
  const id = ed25519PeerId(bytes)
  return id == null ? toIdentity(privateKeyFromProtobuf(bytes)) : new DeferredIdentity(id, bytes)
}

/** Encodes an identity as text, including the private key. */
export function encodeIdentity (identity: Identity): string {
  return base64pad.baseEncode(privateKeyToProtobuf(identity.privateKey))
}

/** Returns the peer ID of an encoded Ed25519 private key; undefined for any other key. */
function ed25519PeerId (bytes: Uint8Array): string | undefined {
  const dataStart = ED25519_PREFIX.length
  const isEd25519 = bytes.length === dataStart + ED25519_DATA_BYTES &&
    ED25519_PREFIX.every((byte, i) => bytes[i] === byte)
  return isEd25519
    ? base58btc.baseEncode(
      Uint8Array.of(...ED25519_PEER_ID_PREFIX, ...bytes.subarray(dataStart + ED25519_SEED_BYTES))
    )
    : undefined
}

/** Decodes its key when the key is first used. */
class DeferredIdentity implements Identity {
  readonly id: string
  readonly #bytes: Uint8Array
  #decoded: Identity | undefined

  constructor (id: string, bytes: Uint8Array) {
    this.id = id
    this.#bytes = bytes
  }

  get peerId (): PeerId {
    return this.#identity.peerId
  }

  get privateKey (): PrivateKey {
    return this.#identity.privateKey
  }

  get publicKey (): string {
    return this.#identity.publicKey
  }

  get #identity (): Identity {
    return this.#decoded ??= toIdentity(privateKeyFromProtobuf(this.#bytes))
  }
}

function toIdentity (privateKey: PrivateKey): Identity {
  const peerId = peerIdFromPrivateKey(privateKey)

  return {
    id: peerId.toString(),
    peerId,
    privateKey,
    publicKey: base64pad.baseEncode(publicKeyToProtobuf(privateKey.publicKey))
  }
}
