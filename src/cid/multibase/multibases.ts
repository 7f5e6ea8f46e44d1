import { base16, base16upper } from 'multiformats/bases/base16'
import { base2 } from 'multiformats/bases/base2'
import { base256emoji } from 'multiformats/bases/base256emoji'
import {
  base32,
  base32hex,
  base32hexpad,
  base32hexpadupper,
  base32hexupper,
  base32pad,
  base32padupper,
  base32upper
} from 'multiformats/bases/base32'
import { base36, base36upper } from 'multiformats/bases/base36'
import { base58btc, base58flickr } from 'multiformats/bases/base58'
import { base64, base64pad, base64url, base64urlpad } from 'multiformats/bases/base64'
import { identity } from 'multiformats/bases/identity'
import type { MultibaseCodec } from 'multiformats/bases/interface'
import { MULTIBASE } from '../codes/multiformat-codes.ts'
import { checkBigBaseSize } from './decode-big-base.ts'

/**
 * The encodings that go-multibase supports (Kubo `cid/bases`), in the order of their prefixes. Others, for example
 * base10, are missing there.
 */
export const multibases: readonly MultibaseCodec<string>[] = [
  identity,
  base2,
  base32upper,
  base32padupper,
  base16upper,
  base36upper,
  base64pad,
  base32hexpadupper,
  base64urlpad,
  base32hexupper,
  base58flickr,
  base32,
  base32pad,
  base16,
  base36,
  base64,
  base32hexpad,
  base64url,
  base32hex,
  base58btc,
  base256emoji
] as readonly MultibaseCodec<string>[]

const byName = new Map(multibases.map((base) => [base.name, base]))
const byPrefix = new Map(multibases.map((base) => [base.prefix, base]))

/** Returns an encoding by its name or its prefix character, as go-multibase's `EncoderByName` does. */
export function multibaseByName (name: string): MultibaseCodec<string> | undefined {
  return byName.get(name) ?? byPrefix.get(name)
}

/** Returns an encoding by its prefix character. */
export function multibaseByPrefix (prefix: string): MultibaseCodec<string> | undefined {
  return byPrefix.get(prefix)
}

const BIG_BASES: readonly MultibaseCodec<string>[] = [base36, base36upper, base58btc, base58flickr]

/**
 * Encodes bytes as the bytes of a multibase text. In base identity that is the prefix and the bytes themselves, which
 * need not be UTF-8.
 *
 * @throws an Error if base36 or base58 exceeds the limit of `checkBigBaseSize`
 */
export function encodeMultibase (base: MultibaseCodec<string>, bytes: Uint8Array): Uint8Array {
  if (BIG_BASES.includes(base)) {
    checkBigBaseSize(bytes.length)
  }

  if (base.name !== 'identity') {
    return new TextEncoder().encode(base.encoder.encode(bytes))
  }

  const text = new Uint8Array(bytes.length + 1)
  text[0] = MULTIBASE.identity.charCodeAt(0)
  text.set(bytes, 1)
  return text
}
