import { encodeUtf8 } from '../../go/text/utf8.ts'

/** Kubo `core/commands/cmdutils/utils.go` */
const MAX_PIN_NAME_BYTES = 255

/**
 * Checks the length of a pin name, or of a part of one in a search.
 *
 * @throws an Error with Kubo's message if it is too long
 */
export function checkPinName (name: string): void {
  const bytes = encodeUtf8(name).length

  if (bytes > MAX_PIN_NAME_BYTES) {
    throw new Error(`pin name is ${bytes} bytes (max ${MAX_PIN_NAME_BYTES} bytes)`)
  }
}
