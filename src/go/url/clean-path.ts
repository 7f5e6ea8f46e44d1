/**
 * Go's `path.Clean`: no empty, `.` or `..` elements, no slash at the end; `.` for nothing. A path that starts with `/`
 * stays rooted.
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
 * Kubo `core/commands/cmdutils`, `CleanAndTrim`: what others call themselves must not fill a screen, nor control a
 * terminal.
 */
const MAX_CHARACTERS = 128

/** Removes control characters from an untrusted text, and truncates it. */
export function cleanAndTrim (text: string): string {
  return Array.from(text.replace(/\p{C}/gu, '').trim()).slice(0, MAX_CHARACTERS).join('')
}

/**
 * The form to which Go's `http.ServeMux` redirects a path: without dots and double slashes; a slash at the end stays.
 */
export function muxPath (path: string): string {
  const cleaned = cleanPath(`/${path}`)
  return path.endsWith('/') && cleaned !== '/' ? `${cleaned}/` : cleaned
}
