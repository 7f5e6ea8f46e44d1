import { decodeMultibase } from '../../cid/multibase/decode-multibase.ts'

/** Decodes a multibase text, with Kubo's message if it is invalid. */
export function decodeText (text: Uint8Array): Uint8Array {
  try {
    return decodeMultibase(text)
  } catch (err) {
    throw new Error(`failed to decode multibase: ${(err as Error).message}`)
  }
}
