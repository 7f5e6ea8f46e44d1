import { CID } from 'multiformats/cid'
import { hashSync } from '../cid/hash.ts'
import { CODEC_TYPES } from './formats/codec-types.ts'
import { MEDIA_TYPES } from './formats/format.ts'
import type { Format } from './formats/format.ts'
import { dagPage } from './html/dag-page.ts'
import { listingPage } from './html/listing-page.ts'

const MURMUR3 = 0x22

/**
 * The tag of a content in a form (boxo `getEtag`): the CID, and the form where it is not the plain one. A tar is not the same
 * byte for byte each time, so its tag is weak. CARs and records have tags of their own.
 */
export function etagOf (cid: CID, format: Format | undefined): string {
  const type = format == null ? CODEC_TYPES[cid.code] : MEDIA_TYPES[format]

  if (type == null) {
    return `"${cid}"`
  }

  const short = /[^/.]*$/.exec(type)?.[0] ?? ''
  return `${format === 'tar' ? 'W/' : ''}"${cid}.${short}"`
}

/** The tag of a listing also changes when the look of the page does. */
export function listingEtag (cid: CID): string {
  return `"DirIndex-${pagesHash()}_CID-${cid}"`
}

/** The tag of a document shown as a page, which changes with its look as well. */
export function dagPageEtag (cid: CID): string {
  return `"DagIndex-${pagesHash()}_CID-${cid}"`
}

/** A short text for any bytes, for tags that only this gateway must know again. */
export function shortHash (bytes: Uint8Array): string {
  let value = 0n

  for (const byte of hashSync(bytes, MURMUR3).digest) {
    value = value << 8n | BigInt(byte)
  }

  return value.toString(32)
}

let hash: string | undefined

/** Follows from the pages themselves, so that nobody has to think of it when they change. */
function pagesHash (): string {
  hash ??= shortHash(new TextEncoder().encode(samplePages()))
  return hash
}

function samplePages (): string {
  const cid = CID.parse('bafkqaaa')
  const path = '/ipfs/bafkqaaa/a/'
  const origin = { gatewayUrl: '', dnslink: false, explorer: '' }
  const { head, row, nothing, foot } = listingPage({ path, urlPath: path, origin, cid, dagSize: 1, options: { sort: undefined, descending: false, kind: undefined, name: '' } })
  return head + row({ name: 'a', cid, tsize: 1 }, 'folder') + nothing + foot + dagPage({ path, origin, cid, node: new Map([['a', [cid, 1n]]]) })
}
