import { hashSync, SHA2_256 } from '../../cid/hash.ts'

/** Returns the source expression by which a policy allows one inline script or style and no other (w3.org/TR/CSP3, "hash-source"). */
export function hashSource (text: string): string {
  return `'sha256-${btoa(String.fromCharCode(...hashSync(new TextEncoder().encode(text), SHA2_256).digest))}'`
}
