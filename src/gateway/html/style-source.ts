import { hashSync, SHA2_256 } from '../../cid/hash.ts'

/** How a policy allows one inline style and no other (w3.org/TR/CSP3, "hash-source"). */
export function styleSource (style: string): string {
  return `'sha256-${btoa(String.fromCharCode(...hashSync(new TextEncoder().encode(style), SHA2_256).digest))}'`
}
