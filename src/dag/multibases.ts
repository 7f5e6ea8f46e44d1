import { base10 } from 'multiformats/bases/base10'
import { base16, base16upper } from 'multiformats/bases/base16'
import { base2 } from 'multiformats/bases/base2'
import { base256emoji } from 'multiformats/bases/base256emoji'
import { base32, base32hex, base32hexpad, base32hexpadupper, base32hexupper, base32pad, base32padupper, base32upper } from 'multiformats/bases/base32'
import { base36, base36upper } from 'multiformats/bases/base36'
import { base58btc, base58flickr } from 'multiformats/bases/base58'
import { base64, base64pad, base64url, base64urlpad } from 'multiformats/bases/base64'
import { identity } from 'multiformats/bases/identity'
import type { MultibaseCodec } from 'multiformats/bases/interface'

/** The encodings that go-multibase knows, in the order of their prefixes (Kubo `cid/bases`). */
export const multibases: readonly MultibaseCodec<string>[] = [
  identity, base2, base10, base16, base16upper, base32hex, base32hexupper, base32hexpad, base32hexpadupper,
  base32, base32upper, base32pad, base32padupper, base36, base36upper, base58btc, base58flickr,
  base64, base64pad, base64url, base64urlpad, base256emoji
] as readonly MultibaseCodec<string>[]

const byName = new Map(multibases.map((base) => [base.name, base]))
const byPrefix = new Map(multibases.map((base) => [base.prefix, base]))

/** An encoding by its name or by its prefix character, as go-multibase's `EncoderByName` takes either. */
export function multibaseByName (name: string): MultibaseCodec<string> | undefined {
  return byName.get(name) ?? byPrefix.get(name)
}
