import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import * as Digest from 'multiformats/hashes/digest'

/** A string that two CIDs share when they mean the same block read by the same codec, whatever their version. */
export function blockKey (cid: CID): string {
  return `${cid.code}/${multihashKey(cid.multihash.bytes)}`
}

/** Of one call: engines have limits. */
const MAX_ARGUMENTS = 1024

/** A multihash as a string that can be a Map key: one character a byte. About 100 ns, far less than a base encoding. */
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

/** The multihash behind a `multihashKey`. */
export function multihashFromKey (key: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(key.length)

  for (let i = 0; i < key.length; i++) {
    bytes[i] = key.charCodeAt(i)
  }

  return bytes
}

/** The raw-codec CIDv1 over a multihash: a store knows no codecs. */
export function rawCid (multihash: Uint8Array): CID {
  return CID.createV1(raw.code, Digest.decode(multihash))
}
