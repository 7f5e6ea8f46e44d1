import type { CID } from 'multiformats/cid'
import { parseCid } from '../cid/text/parse-cid.ts'
import { defineError } from '../errors/define-error.ts'
import { goQuote } from '../go/text/quote.ts'
import { pathOfGatewayUrl } from './path-of-gateway-url.ts'

/** A content path: a namespace, a root and names below it (boxo `path`). */
export interface ContentPath {
  namespace: 'ipfs' | 'ipns' | 'ipld'
  /** The root as written in the path. */
  root: string
  /** The root of an immutable path. */
  cid?: CID
  /** names below the root */
  segments: string[]
  /** The normalized path `/namespace/root/…`, without empty, `.` and `..` elements. Keeps a trailing slash. */
  text: string
}

/** An invalid path. The messages are those of boxo (`path/error.go`). */
export class InvalidPathError extends defineError('InvalidPathError') {
  constructor (path: string, reason: string) {
    super(`invalid path ${goQuote(path)}: ${reason}`)
  }
}

/**
 * Parses `/ipfs/CID/…`, `/ipns/NAME/…` or `/ipld/CID/…` (boxo `path.NewPath`).
 *
 * @throws InvalidPathError
 */
export function parsePath (path: string): ContentPath {
  const segments = cleanSegments(path)

  if (segments.length < 2 || !path.startsWith('/')) {
    throw new InvalidPathError(path, 'path does not have enough components')
  }

  const [namespace, root, ...rest] = segments
  const text = `/${segments.join('/')}${path.endsWith('/') ? '/' : ''}`

  switch (namespace) {
    case 'ipfs':
    case 'ipld':
      return { namespace, root, cid: parseRoot(path, root), segments: rest, text }
    case 'ipns':
      return { namespace, root, segments: rest, text }
    default:
      throw new InvalidPathError(path, `unknown namespace: ${goQuote(namespace)}`)
  }
}

/** `ipfs://CID/…`, `ipns:NAME`, `ipld://CID`: the scheme in any case, and the rest as it is. */
const NATIVE_URI = /^(ipfs|ipns|ipld):(?:\/\/)?/i

/**
 * Parses a path like `parsePath`. Also accepts what people paste: a native URI, `ipfs://CID/…` or `ipfs:CID/…` for each
 * namespace (boxo 0.43 `path.NewPathFromURI`), and the URL of an HTTP gateway. As in boxo, percent signs and question
 * marks of a native URI are part of the names.
 *
 * @throws InvalidPathError
 */
export function parsePathOrUri (text: string): ContentPath {
  const uri = NATIVE_URI.exec(text)
  return parsePath(
    uri == null ? pathOfGatewayUrl(text) ?? text : `/${uri[1].toLowerCase()}/${text.slice(uri[0].length)}`
  )
}

/**
 * Parses a path like `parsePathOrUri`. Also accepts a bare `CID` or `CID/name` for `/ipfs/…` (Kubo
 * `cmdutils.PathOrCidPath`).
 */
export function parsePathOrCid (text: string): ContentPath {
  try {
    return parsePathOrUri(text)
  } catch (err) {
    // Report the first error: the caller may have meant a path.
    try {
      return parsePath(`/ipfs/${text}`)
    } catch {
      throw err
    }
  }
}

function parseRoot (path: string, root: string): CID {
  try {
    return parseCid(root)
  } catch (err) {
    throw new InvalidPathError(path, (err as Error).message)
  }
}

/**
 * Splits a path into segments and cleans them like Go's `path.Clean`: `..` removes the name before it, and never leaves
 * the root.
 */
function cleanSegments (path: string): string[] {
  const segments: string[] = []

  for (const segment of path.split('/')) {
    if (segment === '..') {
      segments.pop()
    } else if (segment !== '' && segment !== '.') {
      segments.push(segment)
    }
  }

  return segments
}
