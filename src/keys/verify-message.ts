import type { PublicKey } from '@libp2p/interface'
import { signedMessage } from './signed-message.ts'

/** Whether a signature belongs to a message; false also for bytes that cannot be a signature. */
export async function verifyMessage (key: PublicKey, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  try {
    return await key.verify(signedMessage(message), signature)
  } catch {
    return false
  }
}
