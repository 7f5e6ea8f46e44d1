import type { CID } from 'multiformats/cid'
import { addUint64 } from '../../../bytes/protobuf/uint64.ts'
import type { Uint64 } from '../../../bytes/protobuf/uint64.ts'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { decodePbNode } from '../../../ipld/dag-pb/decode-pb-node.ts'
import { decodeUnixfsData, unixfsSize } from '../../../unixfs/format/decode-unixfs-data.ts'
import { fileMode, MODE_SYMLINK } from '../../../unixfs/format/file-mode.ts'
import { UNIXFS_TYPE } from '../../../unixfs/format/unixfs-data.ts'

export interface StatOutput {
  Hash: string
  Size: Uint64
  CumulativeSize: Uint64
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
    case CODEC.raw:
      return { Hash: hash, Size: bytes.length, CumulativeSize: bytes.length, Blocks: 0, Type: 'file' }
    case CODEC.dagPb:
      return statFramed(bytes, hash)
    default:
      throw new Error('not unixfs node (proto or raw)')
  }
}

function statFramed (bytes: Uint8Array, hash: string): StatOutput {
  const { links, data: message } = decodePbNode(bytes)
  const data = decodeUnixfsData(message ?? new Uint8Array(0))
  const { mtime, type } = data
  const mode = fileMode(data)

  return {
    Hash: hash,
    // For a part of a file, boxo returns the size that is recorded in it.
    Size: type === UNIXFS_TYPE.raw ? data.fileSize ?? 0 : unixfsSize(data),
    CumulativeSize: addUint64(bytes.length, links.map(({ tsize = 0 }) => tsize)),
    Blocks: links.length,
    Type: typeOf(type),
    ...(mtime == null ? {} : { Mtime: mtime.secs, MtimeNsecs: mtime.nsecs }),
    ...modeField(mode === 0 && type === UNIXFS_TYPE.symlink ? SYMLINK_MODE : mode)
  }
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
