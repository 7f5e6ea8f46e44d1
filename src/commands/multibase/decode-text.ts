import { decodeMultibase } from '../../cid/multibase/decode-multibase.ts'

/** The bytes behind a multibase text, with Kubo's words when it is none. */
export function decodeText (text: Uint8Array): Uint8Array {
  try {
    return decodeMultibase(text)
  } catch (err) {
    throw new Error(`failed to decode multibase: ${(err as Error).message}`)
  }
}
