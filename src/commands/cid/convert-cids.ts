import type { MultibaseCodec } from 'multiformats/bases/interface'
import { CID } from 'multiformats/cid'
import { CODEC, HASH } from '../../cid/codes/multiformat-codes.ts'
import { multibaseByName, multibaseByPrefix } from '../../cid/multibase/multibases.ts'
import { formatCid, FormatError } from '../../cid/text/format-cid.ts'
import { InvalidCidError, looksLikeCidV0, parseCid } from '../../cid/text/parse-cid.ts'
import { isError } from '../../errors/define-error.ts'
import { outputShape } from '../../rpc/command/output.ts'

/** A line of the answer; for a CID that cannot be converted it contains the reason. */
export interface CidFormatRes {
  CidStr: string
  Formatted: string
  ErrorMsg: string
}

export const cidFormatRes = outputShape('CidFormatRes', 'CidStr:string Formatted:string ErrorMsg:string')

export interface Conversion {
  format: string
  version?: 0 | 1
  codec?: number
  /** default: the base of the given text */
  base?: MultibaseCodec<string>
}

const SHA2_256_BYTES = 32

/**
 * Converts CIDs one by one (Kubo `core/commands/cid.go`, `emitCids`).
 *
 * @throws FormatError if the format is malformed, detected at the first CID
 */
export async function* convertCids (cids: string[], conversion: Conversion): AsyncGenerator<CidFormatRes> {
  for (const text of cids) {
    yield convertCid(text, conversion)
  }
}

function convertCid (text: string, { format, version, codec, base }: Conversion): CidFormatRes {
  try {
    const given = parseCid(text)
    const cid = toVersion(codec == null || codec === given.code ? given : CID.createV1(codec, given.multihash), version)
    return { CidStr: text, Formatted: formatCid(format, cid, base ?? baseOf(text, cid)), ErrorMsg: '' }
  } catch (err) {
    if (isError(err, FormatError)) {
      throw err
    }

    return { CidStr: text, Formatted: '', ErrorMsg: (err as Error).message }
  }
}

function toVersion (cid: CID, version: 0 | 1 | undefined): CID {
  switch (version) {
    case 0:
      return toV0(cid)
    case 1:
      return cid.toV1()
    case undefined:
      return cid
  }
}

function toV0 ({ code, multihash }: CID): CID {
  if (code !== CODEC.dagPb) {
    throw new Error("can't convert non-dag-pb nodes to cidv0")
  }

  // Kubo panics here
  if (multihash.code !== HASH.sha2_256 || multihash.size !== SHA2_256_BYTES) {
    throw new InvalidCidError(`invalid hash for cidv0 ${multihash.code}-${multihash.size}`)
  }

  return CID.createV0(multihash as never)
}

function baseOf (text: string, cid: CID): MultibaseCodec<string> {
  return (cid.version === 0 || looksLikeCidV0(text)
    ? multibaseByName('base58btc')
    : multibaseByPrefix(String.fromCodePoint(text.codePointAt(0) as number))) as MultibaseCodec<string>
}
