import type { PrivateKey } from '@libp2p/interface'
import { signedMessage } from './signed-message.ts'

/** Signs a message like `key sign`. */
export async function signMessage (key: PrivateKey, message: Uint8Array): Promise<Uint8Array> {
  return await key.sign(signedMessage(message))
}
