import type { CID } from 'multiformats/cid'
import { CODEC } from '../../cid/codec-codes.ts'
import { decodePbNode } from '../../ipld/dag-pb/decode-pb-node.ts'
import type { PbLink } from '../../ipld/dag-pb/pb-node.ts'
import { decodeUnixfsData, exactUnixfsSize } from '../../unixfs/format/decode-unixfs-data.ts'
import { fileMode, MODE_SYMLINK } from '../../unixfs/format/file-mode.ts'
import { UNIXFS_TYPE } from '../../unixfs/format/unixfs-data.ts'

export interface StatOutput {
  Hash: string
  /** a bigint above 2^53, like `CumulativeSize` */
  Size: number | bigint
  CumulativeSize: number | bigint
  Blocks: number
  Type: 'file' | 'directory'
  WithLocality?: boolean
  Local?: boolean
  SizeLocal?: number
  Mtime?: bigint
  MtimeNsecs?: number
  /** Go's `os.FileMode` in octal */
  Mode?: string
}

const SYMLINK_MODE = MODE_SYMLINK + 0o777

/**
 * Returns the stat of a node (Kubo `core/commands/files.go`, `statNode`).
 *
 * @param hash - the CID in the output encoding
 * @throws an Error if it is not UnixFS
 */
export function statNode (cid: CID, bytes: Uint8Array, hash: string): StatOutput {
  switch (cid.code) {
    case CODEC.raw: return { Hash: hash, Size: bytes.length, CumulativeSize: bytes.length, Blocks: 0, Type: 'file' }
    case CODEC.dagPb: return statFramed(bytes, hash)
    default: throw new Error('not unixfs node (proto or raw)')
  }
}

function statFramed (bytes: Uint8Array, hash: string): StatOutput {
  const { links, data: message } = decodePbNode(bytes)
  const data = decodeUnixfsData(message ?? new Uint8Array(0))
  const { mtime, type } = data
  const mode = fileMode(data)

  return {
    Hash: hash,
    // For raw nodes, which are parts of files, boxo reports the recorded size.
    Size: type === UNIXFS_TYPE.raw ? data.exactFileSize ?? data.fileSize ?? 0 : exactUnixfsSize(data),
    CumulativeSize: uint64Sum(bytes.length, links),
    Blocks: links.length,
    Type: typeOf(type),
    ...(mtime == null ? {} : { Mtime: mtime.secs, MtimeNsecs: mtime.nsecs }),
    ...modeField(mode === 0 && type === UNIXFS_TYPE.symlink ? SYMLINK_MODE : mode)
  }
}

/** Adds the sizes of links to that of their block, like Go's uint64. */
function uint64Sum (blockBytes: number, links: readonly PbLink[]): number | bigint {
  const near = links.reduce((sum, { tsize = 0 }) => sum + tsize, blockBytes)
  return Number.isSafeInteger(near) ? near : BigInt.asUintN(64, links.reduce((sum, { exactTsize = 0 }) => sum + BigInt(exactTsize), BigInt(blockBytes)))
}

function typeOf (type: number): StatOutput['Type'] {
  switch (type) {
    case UNIXFS_TYPE.directory:
    case UNIXFS_TYPE.hamtShard:
      return 'directory'
    case UNIXFS_TYPE.file:
    case UNIXFS_TYPE.symlink:
    case UNIXFS_TYPE.metadata:
    case UNIXFS_TYPE.raw:
      return 'file'
    default:
      throw new Error(`unrecognized node type: ${type}`)
  }
}

function modeField (mode: number): Pick<StatOutput, 'Mode'> {
  return mode === 0 ? {} : { Mode: mode.toString(8).padStart(4, '0') }
}
