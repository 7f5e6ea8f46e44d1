const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

/** Lengths of a character of UTF-8, the longest first. */
const CHARACTER_BYTES = [4, 3, 2, 1]

/**
 * Text of bytes as Go's JSON writes a string that holds them: every byte that is not part of a valid character becomes
 * U+FFFD, where a TextDecoder takes the start of a cut character as one. A byte order mark stays.
 */
export function goUtf8 (bytes: Uint8Array): string {
  return tryDecode(bytes) ?? replacing(bytes)
}

function replacing (bytes: Uint8Array): string {
  const parts: string[] = []

  for (let at = 0; at < bytes.length;) {
    // runs of ASCII need no second look
    let end = at
    while (end < bytes.length && bytes[end] < 0x80) end++

    if (end > at) {
      parts.push(lenient.decode(bytes.subarray(at, end)))
      at = end
      continue
    }

    const length = CHARACTER_BYTES.find((length) => at + length <= bytes.length && tryDecode(bytes.subarray(at, at + length)) != null)
    parts.push(length == null ? '\ufffd' : lenient.decode(bytes.subarray(at, at + length)))
    at += length ?? 1
  }

  return parts.join('')
}

function tryDecode (bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}
