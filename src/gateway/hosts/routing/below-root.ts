import { muxPath } from '../../../go/url/mux-path.ts'

/**
 * Returns the percent-decoded path below the root of an origin. Escaped dots (`..%2f`) cannot leave the root: otherwise
 * another content would run on this origin.
 */
export function belowRoot (path: string): string {
  return muxPath(path)
}
