const EXPONENTS: Readonly<Record<string, number>> = { k: 1, m: 2, g: 3, t: 4, p: 5, e: 6 }

/**
 * A number of bytes as Kubo's configuration has it (`OptionalBytes`, go-humanize `ParseBytes`): `262144`, `256KiB`, `1 MB`.
 *
 * @throws an Error when the text is no size
 */
export function parseByteSize (text: string): number {
  const match = /^([0-9][0-9,]*\.?[0-9]*)\s*([kmgtpe])?(i)?b?$/i.exec(text.trim())

  if (match == null) {
    throw new Error(`not a number of bytes: ${text}`)
  }

  const [, digits, prefix = '', binary] = match
  const base = binary == null ? 1000 : 1024

  return Math.floor(Number(digits.replaceAll(',', '')) * base ** (EXPONENTS[prefix.toLowerCase()] ?? 0))
}
