/** Kubo refuses longer ones. */
const MAX_PIN_NAME_BYTES = 255

/** A file's name as a pin's name, cut at a whole character where it is too long. */
export function pinName (name: string): string {
  const encoder = new TextEncoder()
  if (encoder.encode(name).length <= MAX_PIN_NAME_BYTES) {
    return name
  }
  const ellipsis = '…'
  const room = MAX_PIN_NAME_BYTES - encoder.encode(ellipsis).length
  const buffer = new Uint8Array(room)
  const { read } = encoder.encodeInto(name, buffer) // stops before a character that does not fit
  return name.slice(0, read) + ellipsis
}
