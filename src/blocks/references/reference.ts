import { Key } from 'interface-datastore'
import { base32 } from 'multiformats/bases/base32'

/** The place of a block that is not stored (boxo `filestore/pb/dataobj.proto`). */
export interface Reference {
  /** An http or https URL, or the name of a file from `ReferencedFiles`. */
  path: string
  /** The position of the block's first byte. */
  offset: number
  /** The block's length in bytes. */
  size: number
}

export const REFERENCES_PREFIX = '/filestore/'

/** Returns the datastore key of a block's reference. */
export function referenceKey (multihash: Uint8Array): Key {
  return new Key(`${REFERENCES_PREFIX}${base32.encode(multihash)}`, false)
}

/** Returns the multihash in such a key. */
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

/** Whether a path is a URL and not a file (boxo `filestore.IsURL`). */
export function isUrl (path: string): boolean {
  return /^https?:\/\/./s.test(path)
}
