import { CID } from 'multiformats/cid'
import { HASH } from '../../cid/codes/multiformat-codes.ts'
import { hashSync } from '../../cid/hash/hash.ts'
import { dagPage } from '../html/dag/dag-page.ts'
import { listingPage } from '../html/listing/listing-page.ts'
import { CODEC_TYPES } from '../request/codec-types.ts'
import { MEDIA_TYPES } from '../request/format.ts'
import type { Format } from '../request/format.ts'

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

  for (const byte of hashSync(bytes, HASH.murmur3x64).digest) {
    value = value << 8n | BigInt(byte)
  }

  return value.toString(32)
}

let hash: string | undefined

/** Returns a hash of sample pages. It changes with the templates, so that no version has to be maintained by hand. */
function pagesHash (): string {
  hash ??= shortHash(new TextEncoder().encode(samplePages()))
  return hash
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
