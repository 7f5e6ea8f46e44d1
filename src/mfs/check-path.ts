import { cleanPath } from '../go/clean-path.ts'

/**
 * A path as the commands take it: absolute, without `.` and `..`; a slash at its end stays (Kubo `core/commands/files.go`).
 *
 * @throws an Error with Kubo's words
 */
export function checkPath (path: string): string {
  if (path === '') {
    throw new Error('paths must not be empty')
  }

  if (!path.startsWith('/')) {
    throw new Error('paths must start with a leading slash')
  }

  return path.endsWith('/') && path !== '/' ? withSlash(cleanPath(path)) : cleanPath(path)
}

/** Go's `path.Dir` of an absolute path. */
export function parentPath (path: string): string {
  return cleanPath(path.slice(0, path.lastIndexOf('/') + 1))
}

/** Go's `path.Split`: up to the last slash, and what comes after it. */
export function splitPath (path: string): [directory: string, name: string] {
  const slash = path.lastIndexOf('/') + 1
  return [path.slice(0, slash), path.slice(slash)]
}

/** Kubo puts one behind a path that is cleaned to nothing but one, too. */
function withSlash (path: string): string {
  return `${path}/`
}
