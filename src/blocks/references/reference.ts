import { base32 } from 'multiformats/bases/base32'
import { Key } from 'interface-datastore'

/** Where the bytes of a block lie that is not stored (boxo `filestore/pb/dataobj.proto`). */
export interface Reference {
  /** an http or https URL, or a file as `ReferencedFiles` names it */
  path: string
  /** of the block's first byte */
  offset: number
  /** bytes of the block */
  size: number
}

export const REFERENCES_PREFIX = '/filestore/'

/** The row of the datastore that a block's reference is. */
export function referenceKey (multihash: Uint8Array): Key {
  return new Key(`${REFERENCES_PREFIX}${base32.encode(multihash)}`, false)
}

/** The multihash of such a row. */
export function referencedMultihash (key: Key): Uint8Array {
  return base32.decode(key.toString().slice(REFERENCES_PREFIX.length))
}

export function encodeReference ({ path, offset, size }: Reference): Uint8Array {
  return new TextEncoder().encode(JSON.stringify([path, offset, size]))
}

export function decodeReference (row: Uint8Array): Reference {
  const [path, offset, size] = JSON.parse(new TextDecoder().decode(row)) as [string, number, number]
  return { path, offset, size }
}

/** Is it a URL, and not a file (boxo `filestore.IsURL`)? */
export function isUrl (path: string): boolean {
  return /^https?:\/\/./s.test(path)
}
