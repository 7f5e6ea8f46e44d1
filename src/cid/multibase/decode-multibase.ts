import { MULTIBASE } from '../codes/multiformat-codes.ts'
import { decodeBase16 } from './decode-base16.ts'
import { decodeBase2 } from './decode-base2.ts'
import { decodeBase32 } from './decode-base32.ts'
import { decodeBase64 } from './decode-base64.ts'
import { BASE36, BASE58_BTC, BASE58_FLICKR, decodeBigBase } from './decode-big-base.ts'
import { decodeEmoji } from './decode-emoji.ts'

type Decoder = (text: Uint8Array) => Uint8Array

const base16: Decoder = (text) => decodeBase16(text)
const base36: Decoder = (text) => decodeBigBase(text, BASE36)

/** Decoders by prefix. Upper-case and lower-case prefixes are equivalent for encodings that ignore case. */
const DECODERS: Record<string, Decoder> = {
  [MULTIBASE.identity]: (text) => text,
  [MULTIBASE.base2]: decodeBase2,
  [MULTIBASE.base16]: base16,
  [MULTIBASE.base16upper]: base16,
  [MULTIBASE.base32]: (text) => decodeBase32(text, false, false),
  [MULTIBASE.base32upper]: (text) => decodeBase32(text, false, false),
  [MULTIBASE.base32pad]: (text) => decodeBase32(text, false, true),
  [MULTIBASE.base32padupper]: (text) => decodeBase32(text, false, true),
  [MULTIBASE.base32hex]: (text) => decodeBase32(text, true, false),
  [MULTIBASE.base32hexupper]: (text) => decodeBase32(text, true, false),
  [MULTIBASE.base32hexpad]: (text) => decodeBase32(text, true, true),
  [MULTIBASE.base32hexpadupper]: (text) => decodeBase32(text, true, true),
  [MULTIBASE.base36]: base36,
  [MULTIBASE.base36upper]: base36,
  [MULTIBASE.base58btc]: (text) => decodeBigBase(text, BASE58_BTC),
  [MULTIBASE.base58flickr]: (text) => decodeBigBase(text, BASE58_FLICKR),
  [MULTIBASE.base64]: (text) => decodeBase64(text, false, false),
  [MULTIBASE.base64url]: (text) => decodeBase64(text, true, false),
  [MULTIBASE.base64pad]: (text) => decodeBase64(text, false, true),
  [MULTIBASE.base64urlpad]: (text) => decodeBase64(text, true, true)
}

/** 🚀 in UTF-8, the only prefix of several bytes. */
const EMOJI_PREFIX = [0xf0, 0x9f, 0x9a, 0x80]

/**
 * Decodes a multibase text as go-multibase does, with its error messages. It is more lenient than the package
 * multiformats, which rejects letters of the other case, line ends, and nonzero leftover bits.
 *
 * @param text - a string, or its UTF-8
 * @throws an Error if the encoding is unknown or a character is not in its alphabet
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
