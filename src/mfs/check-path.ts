import type { LockedPath } from '../async/locks/path-locks.ts'
import { cleanPath } from '../go/url/clean-path.ts'

/**
 * Normalizes a path of the `files` commands: absolute, without `.` and `..`, keeping a trailing slash (Kubo
 * `core/commands/files.go`).
 *
 * @throws an Error with Kubo's message
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

/** Returns Go's `path.Dir` of an absolute path. */
export function parentPath (path: string): string {
  return cleanPath(path.slice(0, path.lastIndexOf('/') + 1))
}

/** Returns Go's `path.Split`: everything up to the last slash, and the rest. */
export function splitPath (path: string): [directory: string, name: string] {
  const slash = path.lastIndexOf('/') + 1
  return [path.slice(0, slash), path.slice(slash)]
}

/** Appends a slash. Like Kubo, also to a path that is cleaned to a single slash. */
function withSlash (path: string): string {
  return `${path}/`
}

/** Returns the lock of one file or directory. */
export function lockedPath (path: string): LockedPath {
  return { path: cleanPath(path).replace(/^\/$/, ''), below: false }
}

/** Returns the lock of a file or directory and everything below it. */
export function lockedSubtree (path: string): LockedPath {
  return { ...lockedPath(path), below: true }
}
