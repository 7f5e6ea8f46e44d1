const STANDARD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const URL_SAFE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const PADDING = '='

/** Base64 with or without padding, as dag-json takes it (go-ipld-prime tries Go's `RawStdEncoding`, then `StdEncoding`). */
export function decodeGoBase64 (text: string): Uint8Array {
  try {
    return decode(text, STANDARD, false)
  } catch {
    return decode(text, STANDARD, true)
  }
}

/** Go's `base64.RawURLEncoding`, which JOSE uses. */
export function decodeBase64Url (text: string): Uint8Array {
  return decode(text, URL_SAFE, false)
}

export function encodeBase64Url (bytes: Uint8Array): string {
  return encode(bytes, URL_SAFE)
}

/** Without padding, as dag-json writes it. */
export function encodeBase64 (bytes: Uint8Array): string {
  return encode(bytes, STANDARD)
}

function corrupt (at: number): Error {
  return new Error(`illegal base64 data at input byte ${at}`)
}

/** Line ends are skipped and bits left over are not looked at, as Go's decoder does; the positions in its errors are Go's too. */
function decode (text: string, alphabet: string, padded: boolean): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(text.length / 4) * 3)
  let length = 0
  let buffer = 0
  let digits = 0

  for (let at = 0; at < text.length; at++) {
    const char = text[at]

    if (char === '\r' || char === '\n') {
      continue
    }

    if (char === PADDING && padded) {
      checkPadding(text, at, digits)
      break
    }

    const value = alphabet.indexOf(char)

    if (value < 0) {
      throw corrupt(at)
    }

    buffer = (buffer << 6 | value) & 0xffffff
    digits = (digits + 1) % 4

    if (digits !== 1) {
      bytes[length++] = buffer >> BITS_LEFT[digits] & 0xff
    }
  }

  if (digits === 1 || (padded && digits > 0 && !text.includes(PADDING))) {
    throw corrupt(text.length - digits)
  }

  return bytes.slice(0, length)
}

/** Bits of the buffer that belong to the next byte, by the number of digits of the group that were read. */
const BITS_LEFT: Record<number, number> = { 2: 4, 3: 2, 0: 0 }

function checkPadding (text: string, at: number, digits: number): void {
  if (digits < 2) {
    throw corrupt(at)
  }

  const rest = text.slice(at + 1).replace(/[\r\n]/g, '')

  if (digits === 2 && !rest.startsWith(PADDING)) {
    throw corrupt(rest === '' ? text.length : at)
  }

  const wanted = digits === 2 ? 1 : 0

  if (rest.length > wanted) {
    throw corrupt(at + 1 + wanted)
  }
}

const CHUNK_BYTES = 0x6000

function encode (bytes: Uint8Array, alphabet: string): string {
  let text = ''

  // a multiple of three, so that the pieces join; one call of btoa for all would need one argument a byte
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + CHUNK_BYTES)))
  }

  const bare = text.replace(/=+$/, '')
  return alphabet === URL_SAFE ? bare.replaceAll('+', '-').replaceAll('/', '_') : bare
}
