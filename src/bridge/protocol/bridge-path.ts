import { BridgeScopeError } from './bridge-errors.ts'

/** Limit of the characters of a path. */
const MAX_CHARS = 2048
/** Limit of the bytes of a name in Files. */
const MAX_NAME_BYTES = 255

/** A CID, or the root of an IPNS path: a key, or a domain name. */
const CONTENT = /^\/ip(?:fs\/[A-Za-z0-9]{8,}|ns\/[A-Za-z0-9.-]{3,})(?:\/|$)/
const BARE_CID = /^[A-Za-z0-9]{46,}(?:\/|$)/
const NAMESPACES = ['ipfs', 'ipns']

/** Returns whether a path is one of content, `/ipfs/…` or `/ipns/…` or a bare CID, and not of Files. */
export function isContentPath (path: string): boolean {
  return !path.startsWith('/') || NAMESPACES.includes(path.split('/')[1])
}

/**
 * Normalizes the path of content. A bare CID gets `/ipfs/`.
 *
 * @returns a path such as `/ipfs/bafy…/a.txt`, without empty segments
 * @throws BridgeScopeError if it is none, or contains `.` or `..`
 */
export function contentPath (path: unknown): string {
  const segments = segmentsOf(path)
  const [first] = segments
  const full = `/${[...NAMESPACES.includes(first) ? [] : ['ipfs'], ...segments].join('/')}`

  if (!CONTENT.test(full) || (!NAMESPACES.includes(first) && !BARE_CID.test(segments.join('/')))) {
    throw new BridgeScopeError('the path is no CID, /ipfs/ path or /ipns/ path')
  }

  return full
}

/**
 * Normalizes a path in Files. Percent-encoded characters stay as they are: no later step decodes them, so `%2e%2e` is
 * an ordinary name.
 *
 * @returns a path such as `/Photos/a.jpg`, without empty segments
 * @throws BridgeScopeError if it does not begin with `/`, contains `.`, `..` or a NUL character, or is too long
 */
export function filesPath (path: unknown): string {
  const segments = segmentsOf(path)

  if (!(path as string).startsWith('/')) {
    throw new BridgeScopeError('a path in Files begins with /')
  }

  if (NAMESPACES.includes(segments[0])) {
    throw new BridgeScopeError('the path is one of content, not of Files')
  }

  return `/${segments.join('/')}`
}

/**
 * Normalizes a folder that a page asks for. Neither all of Files nor a hidden folder, such as the Bin, can be granted.
 *
 * @throws BridgeScopeError
 */
export function grantedFolder (path: unknown): string {
  const folder = filesPath(path)

  if (folder === '/' || folder.startsWith('/.')) {
    throw new BridgeScopeError('a permission is for a folder of Files, such as /Photos')
  }

  return folder
}

/** Returns whether a normalized path lies below a normalized folder, or is the folder. */
export function isInFolder (path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

function segmentsOf (path: unknown): string[] {
  if (typeof path !== 'string' || path.length > MAX_CHARS) {
    throw new BridgeScopeError(`a path is a text of at most ${MAX_CHARS} characters`)
  }

  const segments = path.split('/').filter((segment) => segment !== '')

  if (segments.some((segment) => segment === '.' || segment === '..' || segment.includes('\0'))) {
    throw new BridgeScopeError('a path contains neither . nor .. nor NUL characters')
  }

  if (segments.some((segment) => new TextEncoder().encode(segment).byteLength > MAX_NAME_BYTES)) {
    throw new BridgeScopeError(`a name has at most ${MAX_NAME_BYTES} bytes`)
  }

  return segments
}
