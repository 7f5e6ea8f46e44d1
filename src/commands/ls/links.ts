import type { CID } from 'multiformats/cid'
import { CODEC } from '../../cid/codec-codes.ts'
import { decodeUtf8 } from '../../go/utf8.ts'
import { linksOf } from '../../ipld/links.ts'
import { pbData } from '../../ipld/dag-pb/decode-pb-data.ts'
import { decodePbNode } from '../../ipld/dag-pb/decode-pb-node.ts'
import { goTime } from '../../go/time.ts'
import type { BlockReader } from '../../blocks/block-reader.ts'
import type { CidEncoder } from '../../cid/cid-encoder.ts'
import { fileMode } from '../../unixfs/format/file-mode.ts'
import { listDirectory } from '../../unixfs/read/list-directory.ts'
import type { DirectoryEntry } from '../../unixfs/read/list-directory.ts'
import { isFact, lookAtEntries } from '../../unixfs/read/look-at-entries.ts'
import type { EntryLook } from '../../unixfs/read/look-at-entries.ts'
import { decodeUnixfsData, unixfsSize } from '../../unixfs/format/decode-unixfs-data.ts'
import { UNIXFS_TYPE } from '../../unixfs/format/unixfs-data.ts'
import { decodeUnixfsNode } from '../../unixfs/format/unixfs-node.ts'

/** One entry, in the order of the wire (Kubo `core/commands/ls.go`, `LsLink`). */
export interface LsLink {
  Name: string
  Hash: string
  Size: number
  Type: number
  Target: string
  Mode: number
  ModTime: string
}

export interface LsOutput {
  Objects: Array<{ Hash: string, Links: LsLink[] }>
}

export interface LsOptions {
  /** look at the blocks of the entries; else all but their names and CIDs stays unknown, apart from raw ones */
  resolve: boolean
  blocks: BlockReader
  signal: AbortSignal
  cids: CidEncoder
}

/** The entries of a directory, or the links of any other node, in the order in which they are found, some at a time. */
export async function * lsLinks (cid: CID, options: LsOptions): AsyncGenerator<LsLink[]> {
  const { resolve, blocks, signal, cids } = options
  const entries = entriesOf(cid, await blocks.get(cid, options), options)

  for await (const looked of lookAtEntries(entries, { blocks, signal, wants: ({ code }) => resolve && code === CODEC.dagPb })) {
    yield looked.map(([entry, look]) => link(entry, look, cids))
  }
}

async function * entriesOf (cid: CID, bytes: Uint8Array, options: LsOptions): AsyncGenerator<DirectoryEntry> {
  if (cid.code !== CODEC.dagPb) {
    yield * linksOf(cid, bytes).map((cid) => ({ name: '', cid, tsize: 0 }))
    return
  }

  const { type } = decodeUnixfsData(pbData(bytes) ?? new Uint8Array(0))

  if (type === UNIXFS_TYPE.directory || type === UNIXFS_TYPE.hamtShard) {
    const node = decodeUnixfsNode(cid, bytes)

    if (node.kind === 'directory') {
      yield * listDirectory(node, options)
    }
  } else {
    yield * decodePbNode(bytes).links.map(({ name, cid, tsize = 0 }) => ({ name, cid, tsize }))
  }
}

const NO_TIME = goTime(undefined)

const SHOWN_TYPES: Record<number | 'raw', number | undefined> = {
  raw: undefined,
  [UNIXFS_TYPE.file]: UNIXFS_TYPE.file,
  [UNIXFS_TYPE.raw]: UNIXFS_TYPE.file,
  [UNIXFS_TYPE.directory]: UNIXFS_TYPE.directory,
  [UNIXFS_TYPE.hamtShard]: UNIXFS_TYPE.directory,
  [UNIXFS_TYPE.metadata]: UNIXFS_TYPE.directory,
  [UNIXFS_TYPE.symlink]: UNIXFS_TYPE.symlink
}

function link ({ name, cid, tsize }: DirectoryEntry, look: EntryLook, cids: CidEncoder): LsLink {
  const unknown: LsLink = { Name: name, Hash: cids.encode(cid), Size: 0, Type: 0, Target: '', Mode: 0, ModTime: NO_TIME }

  if (cid.code === CODEC.raw) {
    return { ...unknown, Size: tsize, Type: UNIXFS_TYPE.file }
  }

  if (look == null) {
    return unknown
  }

  if (isFact(look)) {
    return { ...unknown, Size: look.size, Type: SHOWN_TYPES[look.type] ?? 0 }
  }

  const data = decodeUnixfsData(pbData(look) ?? new Uint8Array(0))

  return {
    ...unknown,
    Size: unixfsSize(data),
    Type: SHOWN_TYPES[data.type] ?? 0,
    Target: data.type === UNIXFS_TYPE.symlink ? decodeUtf8(data.data ?? new Uint8Array(0)) : '',
    Mode: fileMode(data),
    ModTime: goTime(data.mtime)
  }
}
