import { hashSource } from './hash-source.ts'

/** Returns the CSP source expression that allows one inline style. */
export function styleSource (style: string): string {
  return hashSource(style)
}
