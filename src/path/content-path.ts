import type { CID } from 'multiformats/cid'
import { parseCid } from '../cid/text/parse-cid.ts'
import { defineError } from '../errors/define-error.ts'
import { goQuote } from '../go/text/quote.ts'
import { mayBeInlined, uninlineDnslink } from './dnslink-label.ts'

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

/** `https://HOST/ipfs/CID/…` */
const PATH_GATEWAY = /^\/(?:ipfs|ipns|ipld)\/[^/]/

/** `CID.ipfs.HOST` */
const CONTENT_HOST = /^([^.]+)\.ipfs\.[^.]/

/** `KEY.ipns.HOST`, `en-wikipedia--on--ipfs-org.ipns.HOST`, `docs.ipfs.tech.ipns.HOST` */
const NAME_HOST = /^(.+?)\.ipns\.[^.]/

/**
 * Returns the content path that a URL of an HTTP gateway shows. Kubo accepts no such URLs. Query and fragment of a URL
 * belong to the page that was open, and the path is percent-encoded: both are undone.
 *
 * @returns undefined for any other text
 */
export function pathOfGatewayUrl (text: string): string | undefined {
  if (!/^https?:\/\//i.test(text)) {
    return undefined
  }

  try {
    const { hostname, pathname } = new URL(text)
    const path = decodeURIComponent(pathname)
    return siteRoot(hostname, path) ?? (PATH_GATEWAY.test(path) ? path : undefined)
  } catch {
    return undefined // no URL, or a malformed percent-encoding
  }
}

function siteRoot (hostname: string, path: string): string | undefined {
  const [, cid] = CONTENT_HOST.exec(hostname) ?? []

  if (cid != null && isCid(cid)) {
    return `/ipfs/${cid}${path}`
  }

  const [, name] = NAME_HOST.exec(hostname) ?? []

  if (name == null || !(isCid(name) || name.includes('.') || mayBeInlined(name))) {
    return undefined
  }

  return `/ipns/${isCid(name) || name.includes('.') ? name : uninlineDnslink(name)}${path}`
}

function isCid (text: string): boolean {
  try {
    parseCid(text)
    return true
  } catch {
    return false
  }
}
