import { encodeUtf8 } from '../../go/utf8.ts'

/** Kubo `core/commands/cmdutils/utils.go` */
const MAX_PIN_NAME_BYTES = 255

/** @throws an Error with Kubo's words when the name of a pin, or a part of one that is looked for, is too long */
export function checkPinName (name: string): void {
  const bytes = encodeUtf8(name).length

  if (bytes > MAX_PIN_NAME_BYTES) {
    throw new Error(`pin name is ${bytes} bytes (max ${MAX_PIN_NAME_BYTES} bytes)`)
  }
}
