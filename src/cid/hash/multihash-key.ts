import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import * as Digest from 'multiformats/hashes/digest'

/** Returns a key for the block and codec of a CID. CIDv0 and CIDv1 of a block have the same key. */
export function blockKey (cid: CID): string {
  return `${cid.code}/${multihashKey(cid.multihash.bytes)}`
}

/** The maximum number of arguments of a call, which engines limit. */
const MAX_ARGUMENTS = 1024

/** Encodes a multihash as a string for use as a Map key: one character per byte. Much faster than a base encoding. */
export function multihashKey (multihash: Uint8Array): string {
  if (multihash.byteLength <= MAX_ARGUMENTS) {
    return String.fromCharCode.apply(null, multihash as unknown as number[])
  }

  let key = ''

  // an identity multihash may be long
  for (let start = 0; start < multihash.byteLength; start += MAX_ARGUMENTS) {
    key += String.fromCharCode.apply(null, multihash.subarray(start, start + MAX_ARGUMENTS) as unknown as number[])
  }

  return key
}

/** Decodes the multihash of a `multihashKey`. */
export function multihashFromKey (key: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(key.length)

  for (let i = 0; i < key.length; i++) {
    bytes[i] = key.charCodeAt(i)
  }

  return bytes
}

/** Returns the CIDv1 of a multihash with the codec raw, for stores, which do not know the codec of a block. */
export function rawCid (multihash: Uint8Array): CID {
  return CID.createV1(raw.code, Digest.decode(multihash))
}
