import { CID } from 'multiformats/cid'
import { codecByName } from '../../cid/codes/codec-names.ts'
import { CODEC, HASH } from '../../cid/codes/multiformat-codes.ts'
import { checkMultihash } from '../../cid/hash/check-multihash.ts'
import { hashCodeByName } from '../../cid/hash/hash-names.ts'
import { hash } from '../../cid/hash/hash.ts'
import { goQuote } from '../../go/text/quote.ts'

const SHA2_256_BYTES = 32

/** Codec names of the deprecated `format` option (Kubo `coreiface/options/block.go`). */
const LEGACY_FORMATS: ReadonlyMap<string, string> = new Map([['v0', 'dag-pb'], ['protobuf', 'dag-pb'], [
  'cbor',
  'dag-cbor'
]])

export interface CidMakerOptions {
  hashName: string
  /** bytes of the digest; negative for the default length */
  length: number
  cidCodec: string
  /** the deprecated option; empty if not given */
  format: string
}

/**
 * Returns a function that creates the CIDs of `block/put`. Options are checked at once, in Kubo's order
 * (`core/commands/block.go`). The codec, and whether blocks may have this hash, are checked at the first block.
 *
 * @throws an Error with Kubo's message
 */
export function cidMaker (
  { hashName, length, cidCodec, format }: CidMakerOptions
): (bytes: Uint8Array) => Promise<CID> {
  const code = hashCodeByName(hashName)

  if (code == null) {
    throw new Error(`unrecognized multihash function: ${hashName}`)
  }

  if (format !== '' && cidCodec !== '' && cidCodec !== 'raw') {
    throw new Error('unable to use "format" (deprecated) and a custom "cid-codec" at the same time')
  }

  return async (bytes) => {
    const codec = codecOf(format === '' ? cidCodec || 'raw' : LEGACY_FORMATS.get(format) ?? format)

    if (format === 'v0' && (code !== HASH.sha2_256 || (length !== SHA2_256_BYTES && length !== -1))) {
      throw new Error('only sha2-255-32 is allowed with CIDv0')
    }

    const multihash = await multihashOf(bytes, code, length)
    checkMultihash(multihash)
    return format === 'v0' && codec === CODEC.dagPb ? CID.createV0(multihash as never) : CID.createV1(codec, multihash)
  }
}

function codecOf (name: string): number {
  const codec = codecByName(name)

  if (codec == null) {
    throw new Error(`unknown multicodec: ${goQuote(name)}`)
  }

  return codec
}

async function multihashOf (bytes: Uint8Array, code: number, length: number): ReturnType<typeof hash> {
  try {
    return await hash(bytes, code, code === HASH.identity || length < 0 ? undefined : length)
  } catch (err) {
    throw new Error(`invalid cid: ${(err as Error).message}`, { cause: err })
  }
}
