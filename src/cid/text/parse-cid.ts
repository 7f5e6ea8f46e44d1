import { CID } from 'multiformats/cid'
import { defineError } from '../../errors/define-error.ts'
import { readVarint } from '../../go/numbers/varint.ts'
import { CODEC, HASH } from '../codes/multiformat-codes.ts'
import { readMultihash } from '../hash/read-multihash.ts'
import { BASE58_BTC, decodeBigBase } from '../multibase/decode-big-base.ts'
import { decodeMultibase } from '../multibase/decode-multibase.ts'

/** A malformed CID. The messages are go-cid's. */
export class InvalidCidError extends defineError('InvalidCidError') {
  constructor (reason: string) {
    super(`invalid cid: ${reason}`)
  }
}

const CID_V0_CHARS = 46

/**
 * The maximum length of a CID in characters. The longest CID of a block, with an identity hash of 128 bytes, has about
 * 1100 characters in base2. Only `cid/format` of Kubo accepts longer ones, and their base36 or base58 needs quadratic
 * time (`checkBigBaseSize`) for each of thousands of arguments.
 */
const MAX_CHARS = 2048
const MIN_CID_BYTES = 2
const SHA2_256_BYTES = 32

/** Returns whether a text looks like a CIDv0, which has no multibase prefix. */
export function looksLikeCidV0 (text: string): boolean {
  return text.length === CID_V0_CHARS && text.startsWith('Qm')
}

/**
 * Parses a CID in any multibase (go-cid `cid.Decode`). Accepts at most 2048 characters; Kubo has no limit.
 *
 * @throws InvalidCidError
 */
export function parseCid (text: string): CID {
  if (text.length > MAX_CHARS) {
    throw new InvalidCidError(`it has more than ${MAX_CHARS} characters`)
  }

  // one character may have several bytes, which Go counts
  if (text.length < MIN_CID_BYTES && new TextEncoder().encode(text).length < MIN_CID_BYTES) {
    throw new InvalidCidError('cid too short')
  }

  return looksLikeCidV0(text) ? parseV0(text) : castCid(withCidError(() => decodeMultibase(text)))
}

function parseV0 (text: string): CID {
  const bytes = withCidError(() => decodeV0(text))
  const { multihash, next } = withCidError(() => readMultihash(bytes))

  if (next !== bytes.length) {
    throw new InvalidCidError(`multihash length inconsistent: expected ${multihash.size}; got ${next}`)
  }

  if (multihash.code !== HASH.sha2_256 || multihash.size !== SHA2_256_BYTES) {
    throw new InvalidCidError(`invalid hash for cidv0 ${multihash.code}-${multihash.size}`)
  }

  return new CID(0, CODEC.dagPb, multihash, bytes)
}

function decodeV0 (text: string): Uint8Array {
  try {
    return decodeBigBase(new TextEncoder().encode(text), BASE58_BTC)
  } catch {
    throw new Error("input isn't valid multihash")
  }
}

const V0_BYTES = 34

/**
 * Decodes a CID from its bytes, which must contain nothing else (go-cid `cid.Cast`).
 *
 * @throws InvalidCidError
 */
export function castCid (bytes: Uint8Array): CID {
  // two layers of go-cid add their prefix to the message
  const { cid, next } = withCidError(() => withCidError(() => cidAtStart(bytes)))

  if (next !== bytes.length) {
    throw new InvalidCidError('trailing bytes in data buffer passed to cid Cast')
  }

  return cid
}

/**
 * Decodes the CID at the start of bytes (go-cid `CidFromBytes`).
 *
 * @returns the CID as a view of the bytes, and the position after it
 * @throws an Error with go-cid's message, without the prefix "invalid cid: "
 */
export function cidAtStart (bytes: Uint8Array): { cid: CID; next: number } {
  if (bytes.length > 2 && bytes[0] === HASH.sha2_256 && bytes[1] === SHA2_256_BYTES) {
    if (bytes.length < V0_BYTES) {
      throw new Error('not enough bytes for cid v0')
    }

    return { cid: new CID(0, CODEC.dagPb, readMultihash(bytes).multihash, bytes.subarray(0, V0_BYTES)), next: V0_BYTES }
  }

  const version = readVarint(bytes, 0)

  if (version.value !== 1) {
    throw new Error(`expected 1 as the cid version number, got: ${version.value}`)
  }

  const codec = readVarint(bytes, version.next)
  const { multihash, next } = readMultihash(bytes, codec.next)
  return { cid: new CID(1, codec.value, multihash, bytes.subarray(0, next)), next }
}

/** Runs a step and wraps its errors. */
function withCidError<T> (step: () => T): T {
  try {
    return step()
  } catch (err) {
    throw new InvalidCidError((err as Error).message)
  }
}
