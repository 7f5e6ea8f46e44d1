import { muxPath } from '../../go/mux-path.ts'

/**
 * The path below the root of an origin, percent-decoded. Dots that were escaped (`..%2f`) are no way out of it: another content
 * would run on the origin of this one.
 */
export function belowRoot (path: string): string {
  return muxPath(path)
}
