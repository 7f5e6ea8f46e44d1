const INTEGER = /^([+-]?)(0[xX](_?[0-9a-fA-F])+|0[oO]?(_?[0-7])+|0[bB](_?[01])+|0|[1-9](_?[0-9])*)$/

/**
 * Parses an integer like Go's `strconv.ParseInt(text, 0, bits)`: decimal, 0x, 0o or leading 0, 0b, underscores between
 * digits, range checked.
 *
 * @returns undefined if Go returns an error
 */
export function parseGoInt (text: string, bits: 32 | 64): bigint | undefined {
  const value = parseMagnitude(text)

  if (value == null) {
    return undefined
  }

  const limit = 1n << BigInt(bits - 1)
  const signed = text.startsWith('-') ? -value : value
  return signed >= -limit && signed < limit ? signed : undefined
}

/** Parses an integer like Go's `strconv.ParseUint(text, 0, bits)`: same as `parseGoInt`, without a sign. */
export function parseGoUint (text: string, bits: 32 | 64): bigint | undefined {
  const value = /^[+-]/.test(text) ? undefined : parseMagnitude(text)
  return value != null && value < 1n << BigInt(bits) ? value : undefined
}

function parseMagnitude (text: string): bigint | undefined {
  const match = INTEGER.exec(text)

  if (match == null) {
    return undefined
  }

  const digits = match[2].replaceAll('_', '')
  return BigInt(/^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits)
}

const FLOAT = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/

/** Parses a decimal number like Go's `strconv.ParseFloat(text, 64)`. Returns undefined if Go returns an error. */
export function parseGoFloat (text: string): number | undefined {
  const value = FLOAT.test(text) ? Number(text) : NaN
  return Number.isFinite(value) ? value : undefined
}

const BOOLS: Record<string, boolean> = { 1: true, t: true, true: true, 0: false, f: false, false: false }

/**
 * Parses a boolean like go-ipfs-cmds: an empty text is true, otherwise `strconv.ParseBool` of the lower-case text.
 * Returns undefined for other texts.
 */
export function parseGoBool (text: string): boolean | undefined {
  if (text === '') {
    return true
  }

  return Object.hasOwn(BOOLS, text.toLowerCase()) ? BOOLS[text.toLowerCase()] : undefined
}
