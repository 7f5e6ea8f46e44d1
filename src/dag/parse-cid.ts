import { CID } from 'multiformats/cid'
import { decode as decodeDigest } from 'multiformats/hashes/digest'
import { varint } from 'multiformats'
import { base58btc } from 'multiformats/bases/base58'
import { decodeMultibase } from './decode-multibase.ts'

/** A CID that cannot be understood. The words are go-cid's. */
export class InvalidCidError extends Error {
  static override name = 'InvalidCidError'
  override name = 'InvalidCidError'

  constructor (reason: string) {
    super(`invalid cid: ${reason}`)
  }
}

const CID_V0_CHARS = 46
const MIN_CID_CHARS = 2

/**
 * A CID from its text in any multibase (go-cid `cid.Decode`).
 *
 * @throws InvalidCidError
 */
export function parseCid (text: string): CID {
  if (text.length < MIN_CID_CHARS) {
    throw new InvalidCidError('cid too short')
  }

  let bytes: Uint8Array

  try {
    if (text.length === CID_V0_CHARS && text.startsWith('Qm')) {
      return CID.createV0(decodeDigest(base58btc.baseDecode(text)) as never)
    }

    bytes = decodeMultibase(text)
  } catch (err) {
    throw new InvalidCidError((err as Error).message)
  }

  return castCid(bytes)
}

const V0_PREFIX = [0x12, 0x20]
const V0_BYTES = 34

/**
 * A CID from its bytes, which must hold nothing else (go-cid `cid.Cast`).
 *
 * @throws InvalidCidError
 */
export function castCid (bytes: Uint8Array): CID {
  if (bytes[0] === V0_PREFIX[0] && bytes[1] === V0_PREFIX[1]) {
    if (bytes.length !== V0_BYTES) {
      throw new InvalidCidError(bytes.length < V0_BYTES ? 'not enough bytes for cid v0' : 'trailing bytes in data buffer passed to cid Cast')
    }

    return CID.decode(bytes)
  }

  let cid: CID

  try {
    const [version] = varint.decode(bytes)

    if (version !== 1) {
      throw new InvalidCidError(`expected 1 as the cid version number, got: ${version}`)
    }

    cid = CID.decode(bytes)
  } catch (err) {
    throw new InvalidCidError((err as Error).message)
  }

  return cid
}
