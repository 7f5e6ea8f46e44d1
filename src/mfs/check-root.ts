import type { CID } from 'multiformats/cid'
import { errorMessage } from '../go/text/error-message.ts'
import { decodePbNode } from '../ipld/dag-pb/decode-pb-node.ts'
import type { Blockstore } from '../store/blockstore/blockstore.ts'
import { decodeUnixfsData } from '../unixfs/format/decode-unixfs-data.ts'
import { UNIXFS_TYPE } from '../unixfs/format/unixfs-data.ts'

const TYPE_NAMES = Object.fromEntries(
  Object.entries(UNIXFS_TYPE).map((
    [name, type]
  ) => [type, name === 'hamtShard' ? 'HAMTShard' : `${name[0].toUpperCase()}${name.slice(1)}`])
)

/**
 * Checks that a block can be the root of MFS (Kubo `core/commands/files.go`, `filesChrootCmd`).
 *
 * @throws an Error if the block is missing, or is no directory
 */
export async function checkRoot (cid: CID, store: Blockstore, signal: AbortSignal): Promise<void> {
  if (!await store.has(cid, { signal })) {
    throw new Error(`new root ${cid} does not exist locally; fetch it first with 'ipfs block get'`)
  }

  const type = typeOf(await store.bytes(cid, { signal }))

  if (type !== UNIXFS_TYPE.directory && type !== UNIXFS_TYPE.hamtShard) {
    throw new Error(`new root must be a directory, got ${TYPE_NAMES[type] ?? type}`)
  }
}

function typeOf (bytes: Uint8Array): number {
  const { data } = withErrorPrefix('new root is not a valid dag-pb node', () => decodePbNode(bytes))
  return withErrorPrefix('new root is not a valid UnixFS node', () => decodeUnixfsData(data ?? new Uint8Array(0))).type
}

function withErrorPrefix<T> (words: string, decode: () => T): T {
  try {
    return decode()
  } catch (err) {
    throw new Error(`${words}: ${errorMessage(err)}`, { cause: err })
  }
}
