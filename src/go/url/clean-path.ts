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
  return rooted ? `/${joined}` : joined === '' ? '.' : joined
}
