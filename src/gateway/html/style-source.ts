import { hashSource } from './hash-source.ts'

/** Returns the source expression by which a policy allows one inline style and no other. */
export function styleSource (style: string): string {
  return hashSource(style)
}
