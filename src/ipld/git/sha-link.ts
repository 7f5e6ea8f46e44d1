import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { CODEC, HASH } from '../../cid/codes/multiformat-codes.ts'

const SHA1_BYTES = 20

/** Returns the link to the git object with this SHA-1. */
export function shaLink (sha: Uint8Array): CID {
  return CID.createV1(CODEC.gitRaw, create(HASH.sha1, sha))
}

export function hexLink (hex: string): CID {
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(hex)) {
    throw new Error(hex.length % 2 === 1 ? 'encoding/hex: odd length hex string' : 'encoding/hex: invalid byte')
  }

  return shaLink(Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16)))
}

/** Returns the SHA-1 of a link: the last 20 bytes of its multihash. */
export function linkSha (cid: CID): Uint8Array {
  return cid.multihash.bytes.slice(-SHA1_BYTES)
}

export function linkHex (cid: CID): string {
  return Array.from(linkSha(cid), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
