/** Digits of Crockford's base 32 (crockford.com/base32.html), without letters that look like digits. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Characters of a code: 60 random bits. */
const CODE_CHARS = 12

/** Characters that are shown together. */
const GROUP_CHARS = 4

/** Returns a random pairing code. */
export function createPairingCode (): string {
  return [...crypto.getRandomValues(new Uint8Array(CODE_CHARS))].map((byte) => DIGITS[byte % DIGITS.length]).join('')
}

/** Parses a code as a person types it: in any case, with separators, O for 0, I and L for 1. */
export function parsePairingCode (text: string): string | undefined {
  const code = text.toUpperCase().replace(/[\s\-–—.]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return code.length === CODE_CHARS && [...code].every((char) => DIGITS.includes(char)) ? code : undefined
}

/** Returns a code as it is shown: `7GKD-2M9X-QF4T`. */
export function pairingCodeText (code: string): string {
  return code.match(new RegExp(`.{1,${GROUP_CHARS}}`, 'g'))?.join('-') ?? ''
}
