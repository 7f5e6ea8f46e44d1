import { concatBytes } from '../bytes/concat-bytes.ts'

/**
 * The prefix for domain separation: a signed message can never be an IPNS record, an envelope or a handshake (Kubo
 * `core/coreapi/key.go`).
 */
const PREFIX = new TextEncoder().encode('libp2p-key signed message:')

/** Returns the bytes to sign for a message. */
export function signedMessage (message: Uint8Array): Uint8Array {
  return concatBytes([PREFIX, message])
}
