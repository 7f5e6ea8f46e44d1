import { decodeBase16 } from './decode-base16.ts'
import { decodeBase2 } from './decode-base2.ts'
import { decodeBase32 } from './decode-base32.ts'
import { decodeBase64 } from './decode-base64.ts'
import { BASE36, BASE58_BTC, BASE58_FLICKR, decodeBigBase } from './decode-big-base.ts'
import { decodeEmoji } from './decode-emoji.ts'

type Decoder = (text: Uint8Array) => Uint8Array

const base16: Decoder = (text) => decodeBase16(text)
const base36: Decoder = (text) => decodeBigBase(text, BASE36)

/** By the prefix. Upper and lower case of a prefix mean the same where letters may be of either case. */
const DECODERS: Record<string, Decoder> = {
  '\0': (text) => text,
  0: decodeBase2,
  f: base16,
  F: base16,
  b: (text) => decodeBase32(text, false, false),
  B: (text) => decodeBase32(text, false, false),
  c: (text) => decodeBase32(text, false, true),
  C: (text) => decodeBase32(text, false, true),
  v: (text) => decodeBase32(text, true, false),
  V: (text) => decodeBase32(text, true, false),
  t: (text) => decodeBase32(text, true, true),
  T: (text) => decodeBase32(text, true, true),
  k: base36,
  K: base36,
  z: (text) => decodeBigBase(text, BASE58_BTC),
  Z: (text) => decodeBigBase(text, BASE58_FLICKR),
  m: (text) => decodeBase64(text, false, false),
  u: (text) => decodeBase64(text, true, false),
  M: (text) => decodeBase64(text, false, true),
  U: (text) => decodeBase64(text, true, true)
}

/** 🚀 in UTF-8, the one prefix of several bytes. */
const EMOJI_PREFIX = [0xf0, 0x9f, 0x9a, 0x80]

/**
 * The bytes behind a multibase text, as go-multibase reads it and with its words for what it cannot read. It is more
 * lenient than package multiformats, which insists on the case of letters, on no line ends and on zero bits at the end.
 *
 * @param text - a string, or its UTF-8
 * @throws an Error when the encoding is unknown or a character does not belong to it
 */
export function decodeMultibase (text: string | Uint8Array): Uint8Array {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text

  if (bytes.length === 0) {
    throw new Error('cannot decode multibase for zero length string')
  }

  if (EMOJI_PREFIX.every((byte, i) => bytes[i] === byte)) {
    return decodeEmoji(bytes.subarray(EMOJI_PREFIX.length))
  }

  const decoder = DECODERS[String.fromCharCode(bytes[0])]

  if (decoder == null) {
    throw new Error('selected encoding not supported')
  }

  return decoder(bytes.subarray(1))
}
