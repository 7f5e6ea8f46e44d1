import type { CID } from 'multiformats/cid'
import { CorruptReferenceError, REFERENCE_STATUS } from '../../blocks/references/corrupt-reference-error.ts'
import type { ListedReference, References } from '../../blocks/references/references.ts'
import { rawCid } from '../../cid/hash/multihash-key.ts'
import { cidLink } from '../../cid/text/cid-link.ts'
import type { CidLink } from '../../cid/text/cid-link.ts'
import { isError } from '../../errors/define-error.ts'
import { errorMessage } from '../../go/text/error-message.ts'
import { cidOfArgument } from '../../path/cid-of-argument.ts'
import { outputShape } from '../../rpc/command/output.ts'

/** A line of `filestore/ls` and `filestore/verify` (boxo `filestore.ListRes`). */
export interface ListRes {
  Status: number
  ErrorMsg: string
  Key: CidLink | null
  FilePath: string
  Offset: number
  Size: number
}

export const listResShape = outputShape(
  'ListRes',
  'Status:int32 ErrorMsg:string Key:cid.Cid FilePath:string Offset:uint64 Size:uint64'
)

interface ListOptions {
  /** whether to read and compare the referenced data */
  verify: boolean
  signal: AbortSignal
}

export async function listedReference (
  references: References,
  { multihash, reference }: ListedReference,
  { verify, signal }: ListOptions
): Promise<ListRes> {
  const key = rawCid(multihash)

  if (reference == null) {
    return failedReference(REFERENCE_STATUS.otherError, 'the reference cannot be read', key)
  }

  const { path: FilePath, offset: Offset, size: Size } = reference
  const found = { Status: REFERENCE_STATUS.ok, ErrorMsg: '', Key: cidLink(key), FilePath, Offset, Size }

  if (!verify) {
    return found
  }

  try {
    await references.read(multihash, reference, { signal })
    return found
  } catch (err) {
    signal.throwIfAborted()
    const isCorrupt = isError(err, CorruptReferenceError)
    return {
      ...found,
      Status: isCorrupt ? (err as CorruptReferenceError).status : REFERENCE_STATUS.otherError,
      ErrorMsg: errorMessage(err)
    }
  }
}

/** Returns the reference of a CID argument. As in Kubo, it is always read and compared. */
export async function namedReference (references: References, text: string, signal: AbortSignal): Promise<ListRes> {
  let cid: CID

  try {
    cid = cidOfArgument(text)
  } catch (err) {
    return failedReference(REFERENCE_STATUS.otherError, `${text}: ${errorMessage(err)}`)
  }

  const multihash = cid.multihash.bytes
  const reference = await references.get(multihash)
  const key = rawCid(multihash)

  return reference == null
    ? failedReference(REFERENCE_STATUS.keyNotFound, `ipld: could not find ${key}`, key)
    : await listedReference(references, { multihash, reference }, { verify: true, signal })
}

function failedReference (Status: number, ErrorMsg: string, key?: CID): ListRes {
  return { Status, ErrorMsg, Key: key == null ? null : cidLink(key), FilePath: '', Offset: 0, Size: 0 }
}
