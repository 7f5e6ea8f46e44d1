import { concatBytes } from '../bytes/concat-bytes.ts'

/** So that what somebody is made to sign is never a record, an envelope or a handshake (Kubo `core/coreapi/key.go`). */
const PREFIX = new TextEncoder().encode('libp2p-key signed message:')

/** The bytes that are signed for a message. */
export function signedMessage (message: Uint8Array): Uint8Array {
  return concatBytes([PREFIX, message])
}
