import type { PublicKey } from '@libp2p/interface'
import { signedMessage } from './signed-message.ts'

/** Whether a signature of a message is valid. Returns false for malformed signatures. */
export async function verifyMessage (key: PublicKey, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  try {
    return await key.verify(signedMessage(message), signature)
  } catch {
    return false
  }
}
