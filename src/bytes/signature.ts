/** Compares bytes at an offset with a pattern, given as text with one character per byte. */
export function hasBytes (bytes: Uint8Array, pattern: string, at = 0): boolean {
  if (bytes.length < at + pattern.length) {
    return false
  }

  for (let i = 0; i < pattern.length; i++) {
    if (bytes[at + i] !== pattern.charCodeAt(i)) {
      return false
    }
  }

  return true
}

/** Decodes bytes to text with one character per byte, so that patterns can be searched. */
export function latin1 (bytes: Uint8Array, from = 0, to = bytes.length): string {
  let text = ''

  for (const byte of bytes.subarray(from, to)) {
    text += String.fromCharCode(byte)
  }

  return text
}
