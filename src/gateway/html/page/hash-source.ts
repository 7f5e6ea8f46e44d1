import { hashSync, SHA2_256 } from '../../../cid/hash/hash.ts'

/** Returns the CSP source expression that allows one inline script or style (w3.org/TR/CSP3, "hash-source"). */
export function hashSource (text: string): string {
  return `'sha256-${btoa(String.fromCharCode(...hashSync(new TextEncoder().encode(text), SHA2_256).digest))}'`
}
