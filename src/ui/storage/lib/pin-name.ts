/** Kubo's limit of pin names. */
const MAX_PIN_NAME_BYTES = 255

/** Returns a file name as a pin name, truncated at a whole character if it is too long. */
export function pinName (name: string): string {
  const encoder = new TextEncoder()
  if (encoder.encode(name).length <= MAX_PIN_NAME_BYTES) {
    return name
  }
  const ellipsis = '…'
  const room = MAX_PIN_NAME_BYTES - encoder.encode(ellipsis).length
  const buffer = new Uint8Array(room)
  const { read } = encoder.encodeInto(name, buffer) // Stops before a character that does not fit.
  return name.slice(0, read) + ellipsis
}
