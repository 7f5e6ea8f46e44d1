/**
 * Cleans a path like Go's `path.Clean`: removes empty, `.` and `..` elements and a slash at the end; returns `.` for an
 * empty path. A path that starts with `/` stays rooted.
 */
export function cleanPath (path: string): string {
  const rooted = path.startsWith('/')
  const parts: string[] = []

  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.length > 0 && parts[parts.length - 1] !== '..') {
        parts.pop()
      } else if (!rooted) {
        parts.push(part)
      }
    } else if (part !== '' && part !== '.') {
      parts.push(part)
    }
  }

  const joined = parts.join('/')
  if (rooted) {
    return `/${joined}`
  }

  return joined === '' ? '.' : joined
}

/**
 * The maximum length of a text that a peer chose (Kubo `core/commands/cmdutils`, `CleanAndTrim`). It must neither fill
 * a screen nor control a terminal.
 */
const MAX_CHARACTERS = 128

/** Removes control characters from an untrusted text, and truncates it. */
export function cleanAndTrim (text: string): string {
  return Array.from(text.replace(/\p{C}/gu, '').trim()).slice(0, MAX_CHARACTERS).join('')
}

/**
 * Returns the path to which Go's `http.ServeMux` redirects: without dots and double slashes; a slash at the end stays.
 */
export function muxPath (path: string): string {
  const cleaned = cleanPath(`/${path}`)
  return path.endsWith('/') && cleaned !== '/' ? `${cleaned}/` : cleaned
}
