import { HASH } from '../../../cid/codes/multiformat-codes.ts'
import { hashSync } from '../../../cid/hash/hash.ts'

/** Returns the CSP source expression that allows one inline script or style (w3.org/TR/CSP3, "hash-source"). */
export function hashSource (text: string): string {
  return `'sha256-${btoa(String.fromCharCode(...hashSync(new TextEncoder().encode(text), HASH.sha2_256).digest))}'`
}

/** Returns the CSP source expression that allows one inline style. */
export function styleSource (style: string): string {
  return hashSource(style)
}
