import type { PrivateKey, PublicKey } from '@libp2p/interface'
import { concatBytes } from '../bytes/concat-bytes.ts'

/**
 * The prefix for domain separation: a signed message can never be an IPNS record, an envelope or a handshake (Kubo
 * `core/coreapi/key.go`).
 */
const PREFIX = new TextEncoder().encode('libp2p-key signed message:')

/** Signs a message like `key sign`. */
export async function signMessage (key: PrivateKey, message: Uint8Array): Promise<Uint8Array> {
  return await key.sign(signedMessage(message))
}

/** Whether a signature of a message is valid. Returns false for malformed signatures. */
export async function verifyMessage (key: PublicKey, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  try {
    return await key.verify(signedMessage(message), signature)
  } catch {
    return false
  }
}

/** Returns the bytes to sign for a message. */
function signedMessage (message: Uint8Array): Uint8Array {
  return concatBytes([PREFIX, message])
}
