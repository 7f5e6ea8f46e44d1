import { cleanPath } from './clean-path.ts'

/**
 * The form to which Go's `http.ServeMux` redirects a path: without dots and double slashes; a slash at the end stays.
 */
export function muxPath (path: string): string {
  const cleaned = cleanPath(`/${path}`)
  return path.endsWith('/') && cleaned !== '/' ? `${cleaned}/` : cleaned
}
