/** Formats a number in hexadecimal with at least this many digits. */
export function hexDigits (value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}
