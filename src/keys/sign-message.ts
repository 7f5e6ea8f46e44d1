import type { PrivateKey } from '@libp2p/interface'
import { signedMessage } from './signed-message.ts'

/** The signature of a message, as `key sign` makes it. */
export async function signMessage (key: PrivateKey, message: Uint8Array): Promise<Uint8Array> {
  return await key.sign(signedMessage(message))
}
