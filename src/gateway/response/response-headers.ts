import { base32 } from 'multiformats/bases/base32'
import { CID } from 'multiformats/cid'
import { hashSync } from '../../cid/hash/hash.ts'
import { encodeUtf8 } from '../../go/text/utf8.ts'
import { canonicalHeader } from '../../go/url/canonical-header.ts'
import { pathEscape } from '../../go/url/escape.ts'
import { headerValue } from '../../http/headers/header-value.ts'
import { dagPage } from '../html/dag/dag-page.ts'
import { listingPage } from '../html/listing/listing-page.ts'
import type { PathTarget } from '../request/backend.ts'
import type { GatewayConfig } from '../request/config.ts'
import type { Format } from '../request/format.ts'
import { CODEC_TYPES, MEDIA_TYPES } from '../request/format.ts'
import { keyName } from '../request/key-name.ts'
import type { AskedPath, Immutable, Parsed } from '../request/request.ts'

const DEFAULT_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS'
}
const ALLOW_HEADERS = ['Content-Type', 'Range', 'User-Agent', 'X-Requested-With']
const EXPOSE_HEADERS = ['Content-Length', 'Content-Range', 'X-Chunked-Output', 'X-Ipfs-Roots', 'X-Stream-Output']

/**
 * Sets the headers that name the requested content: `Ipfs-Uri`, and `X-Ipfs-Path` unless the answers of Kubo 0.43 are
 * selected, which replaced it (IPIP-548).
 */
export function setPathHeaders (
  { headers, contentPath, config }: Pick<Parsed, 'headers' | 'contentPath' | 'config'>
): void {
  const uri = ipfsUri(contentPath)

  if (uri != null) {
    headers.set('Ipfs-Uri', uri)
  }

  if (config.sendsXIpfsPath) {
    headers.set('X-Ipfs-Path', headerValue(contentPath.text))
  }
}

/** Longer values are not sent, because HTTP software limits the size of headers. */
const MAX_URI_LENGTH = 8192

/** A domain of at least two labels, which begin and end with a letter or digit. */
const DOMAIN = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

const UNRESERVED = /[\w.~-]/

/**
 * Returns the value of the header `Ipfs-Uri`: the requested content as `ipfs://CID/…` or `ipns://NAME/…`, with its root
 * in canonical form and each name percent-encoded (IPIP-548, boxo 0.43 `ipfsUriHeaderValue`).
 *
 * @returns undefined if the path has no such address
 */
export function ipfsUri ({ namespace, root, cid, text }: AskedPath): string | undefined {
  const authority = canonicalRoot({ namespace, root, cid })

  if (authority == null) {
    return undefined
  }

  const names = text.slice(`/${namespace}/${root}`.length)
  const uri = `${namespace}://${authority}${names.split('/').map(encodeName).join('/')}`
  return uri.length > MAX_URI_LENGTH ? undefined : uri
}

function canonicalRoot ({ namespace, root, cid }: Pick<AskedPath, 'namespace' | 'root' | 'cid'>): string | undefined {
  switch (namespace) {
    case 'ipfs':
      return cid?.toV1().toString(base32)
    case 'ipns':
      return keyName(root) ?? domainName(root)
    default:
      return undefined
  }
}

/** Returns a domain in lowercase A-labels, without the dot at its end; undefined for anything else. */
function domainName (text: string): string | undefined {
  const name = text.replace(/\.$/, '').toLowerCase()
  // Names of ASCII are not passed to the URL parser, which takes some for IP addresses.
  const ascii = /^[\x20-\x7e]*$/.test(name) || !URL.canParse(`http://${name}`)
    ? name
    : new URL(`http://${name}`).hostname
  return DOMAIN.test(ascii) ? ascii : undefined
}

/** Percent-encodes every byte outside the unreserved characters of RFC 3986, and names that would be dot segments. */
function encodeName (name: string): string {
  if (name === '.' || name === '..') {
    return name.replaceAll('.', '%2E')
  }

  return Array.from(encodeUtf8(name), (byte) => {
    const character = String.fromCharCode(byte)
    return UNRESERVED.test(character) ? character : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`
  }).join('')
}

/**
 * Returns the initial headers of every answer (boxo `gateway/headers.go`): those of `Gateway.HTTPHeaders`, and CORS
 * headers that allow every origin unless these say otherwise. An empty list of values omits the header, its default
 * too. Several values of a header are joined into one, because a page sees only one.
 */
export function gatewayHeaders (config: HeaderConfig): Headers {
  const known = defaultHeaders.get(config) ?? makeHeaders(config)
  defaultHeaders.set(config, known)
  return new Headers(known)
}

type HeaderConfig = Pick<GatewayConfig, 'httpHeaders' | 'sendsXIpfsPath' | 'exposesIpfsUri'>

/** The initial headers of each configuration. Browsers copy a record in a third of the time of a `Headers`. */
const defaultHeaders = new WeakMap<HeaderConfig, Record<string, string>>()

function makeHeaders ({ httpHeaders, sendsXIpfsPath, exposesIpfsUri }: HeaderConfig): Record<string, string> {
  const headers = new Headers(DEFAULT_HEADERS)

  for (const [name, values] of Object.entries(httpHeaders)) {
    if (values.length > 0) {
      headers.set(name, values.map(headerValue).join(', '))
    } else {
      headers.delete(name)
    }
  }

  headers.set('Access-Control-Allow-Headers', unionNames(ALLOW_HEADERS, headers.get('Access-Control-Allow-Headers')))
  headers.set(
    'Access-Control-Expose-Headers',
    unionNames(
      [...EXPOSE_HEADERS, ...exposesIpfsUri ? ['Ipfs-Uri'] : [], ...sendsXIpfsPath ? ['X-Ipfs-Path'] : []],
      headers.get('Access-Control-Expose-Headers')
    )
  )
  return Object.fromEntries(headers)
}

function unionNames (names: string[], configured: string | null): string {
  const own = (configured ?? '').split(',').map((name) => canonicalHeader(name.trim())).filter((name) => name !== '')
  return [...new Set([...names, ...own])].sort().join(', ')
}

const IMMUTABLE = 'public, max-age=29030400, immutable'

/**
 * Sets `ETag` and `Cache-Control` (boxo `addCacheControlHeaders`).
 *
 * @param modifiedMs - modification time of the content itself, if it states one
 * @returns the time for `Last-Modified`, in milliseconds since 1970; undefined for none
 */
export function setCacheHeaders (
  { headers, contentPath, ttlSeconds, modifiedMs }: Pick<
    Immutable,
    'headers' | 'contentPath' | 'ttlSeconds' | 'modifiedMs'
  >,
  cid: CID,
  format: Format | undefined,
  contentModifiedMs?: number
): number | undefined {
  headers.set('Etag', etagOf(cid, format))
  const modified = contentModifiedMs ?? modifiedMs

  // The cache headers of mutable files are set where their path is parsed.
  if (contentPath.namespace === 'mfs') {
    return modified
  }

  if (contentPath.namespace !== 'ipns') {
    headers.set('Cache-Control', IMMUTABLE)
    return modified
  }

  if (ttlSeconds > 0) {
    headers.set('Cache-Control', `public, max-age=${Math.trunc(ttlSeconds)}`)
  }

  // Without a stored time, use now: browsers derive a heuristic freshness lifetime from it.
  return modified ?? Date.now()
}

/** Time for which a stale listing may be shown while it is revalidated. */
const STALE_LISTING = 'stale-while-revalidate=2678400'

/**
 * Sets `ETag` and `Cache-Control` of a directory listing: one week, because the page template may change, or the rest
 * of the TTL of a name.
 */
export function setListingCacheHeaders (
  { headers, contentPath, ttlSeconds }: Pick<Immutable, 'headers' | 'contentPath' | 'ttlSeconds'>,
  cid: CID
): void {
  headers.set('Etag', listingEtag(cid))

  if (ttlSeconds > 0) {
    headers.set('Cache-Control', `public, max-age=${Math.trunc(ttlSeconds)}, ${STALE_LISTING}`)
  } else if (contentPath.namespace === 'ipfs') {
    headers.set('Cache-Control', `public, max-age=604800, ${STALE_LISTING}`)
  }
}

const MURMUR3 = 0x22

/**
 * Returns the ETag of a content in a format (boxo `getEtag`): the CID, and the format unless it is the default. The
 * bytes of a tar may vary, so its ETag is weak. CARs and records have ETags of their own.
 */
export function etagOf (cid: CID, format: Format | undefined): string {
  const type = format == null ? CODEC_TYPES[cid.code] : MEDIA_TYPES[format]

  if (type == null) {
    return `"${cid}"`
  }

  const short = /[^/.]*$/.exec(type)?.[0] ?? ''
  return `${format === 'tar' ? 'W/' : ''}"${cid}.${short}"`
}

/** Returns the ETag of a directory listing, which also changes with the page template. */
export function listingEtag (cid: CID): string {
  return `"DirIndex-${pagesHash()}_CID-${cid}"`
}

/** Returns the ETag of a document preview, which also changes with the page template. */
export function dagPageEtag (cid: CID): string {
  return `"DagIndex-${pagesHash()}_CID-${cid}"`
}

/** Returns a short hash of any bytes, for ETags that only this gateway must recognize. */
export function shortHash (bytes: Uint8Array): string {
  let value = 0n

  for (const byte of hashSync(bytes, MURMUR3).digest) {
    value = value << 8n | BigInt(byte)
  }

  return value.toString(32)
}

let templatesHash: string | undefined

/** Returns a hash of sample pages. It changes with the templates, so that no version has to be maintained by hand. */
function pagesHash (): string {
  templatesHash ??= shortHash(new TextEncoder().encode(samplePages()))
  return templatesHash
}

function samplePages (): string {
  const cid = CID.parse('bafkqaaa')
  const path = '/ipfs/bafkqaaa/a/'
  const origin = { gatewayUrl: '', dnslink: false, explorer: '' }
  const { head, row, nothing, foot } = listingPage({
    path,
    urlPath: path,
    origin,
    cid,
    dagSize: 1,
    options: { sort: undefined, descending: false, kind: undefined, name: '' }
  })
  return head + row({ name: 'a', cid, tsize: 1 }, 'folder') + nothing + foot +
    dagPage({ path, origin, cid, node: new Map([['a', [cid, 1n]]]) })
}

/**
 * Sets one CID for each prefix of the path, so that caches can keep unchanged parts
 * (specs.ipfs.tech/http-gateways/path-gateway, "X-Ipfs-Roots").
 */
export function setIpfsRoots (headers: Headers, { roots }: PathTarget): void {
  headers.set('X-Ipfs-Roots', roots.map(String).join(','))
}

const NOT_ASCII = /[^\x00-\x7f]/gu

/**
 * Sets `Content-Disposition`, with the file name in ASCII for old clients and in UTF-8 for all others (RFC 6266).
 *
 * @param filename - may be empty: then the header contains no name
 */
export function setContentDisposition (headers: Headers, filename: string, type: 'inline' | 'attachment'): void {
  if (filename === '') {
    headers.set('Content-Disposition', type)
    return
  }

  const ascii = pathEscape(filename.replace(NOT_ASCII, '_'))
  headers.set('Content-Disposition', `${type}; filename="${ascii}"; filename*=UTF-8''${pathEscape(filename)}`)
}
