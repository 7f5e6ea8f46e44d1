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

/** Entries whose blocks are asked for together. */
const WINDOW = 128

/** The entries of a directory, or the links of any other node, in the order in which they are found, some at a time. */
export async function * lsLinks (cid: CID, options: LsOptions): AsyncGenerator<LsLink[]> {
  let window: DirectoryEntry[] = []

  for await (const entry of entriesOf(cid, await options.blocks.get(cid, options), options)) {
    window.push(entry)

    if (window.length === WINDOW) {
      yield * describe(window, options)
      window = []
    }
  }

  yield * describe(window, options)
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

/** All of them together, or those before one that cannot be looked at, and then the error. */
async function * describe (entries: DirectoryEntry[], options: LsOptions): AsyncGenerator<LsLink[]> {
  const looksAt = ({ cid }: DirectoryEntry): boolean => options.resolve && cid.code === CODEC.dagPb
  const blocks = options.blocks.getMany(entries.filter(looksAt).map(({ cid }) => cid), options)
  const links: LsLink[] = []

  try {
    for (const entry of entries) {
      const block = looksAt(entry) ? await blocks.next() : undefined
      links.push(link(entry, block?.done === false ? block.value.bytes : undefined, options.cids))
    }
  } catch (err) {
    yield links
    throw err
  } finally {
    await blocks.return(undefined)
  }

  yield links
}

const SHOWN_TYPES: Record<number, number> = {
  [UNIXFS_TYPE.file]: UNIXFS_TYPE.file,
  [UNIXFS_TYPE.raw]: UNIXFS_TYPE.file,
  [UNIXFS_TYPE.directory]: UNIXFS_TYPE.directory,
  [UNIXFS_TYPE.hamtShard]: UNIXFS_TYPE.directory,
  [UNIXFS_TYPE.metadata]: UNIXFS_TYPE.directory,
  [UNIXFS_TYPE.symlink]: UNIXFS_TYPE.symlink
}

/** @param bytes - of the entry's block, where it was looked at */
function link ({ name, cid, tsize }: DirectoryEntry, bytes: Uint8Array | undefined, cids: CidEncoder): LsLink {
  const unknown: LsLink = { Name: name, Hash: cids.encode(cid), Size: 0, Type: 0, Target: '', Mode: 0, ModTime: goTime(undefined) }

  if (cid.code === CODEC.raw) {
    return { ...unknown, Size: tsize, Type: UNIXFS_TYPE.file }
  }

  if (bytes == null) {
    return unknown
  }

  const data = decodeUnixfsData(pbData(bytes) ?? new Uint8Array(0))

  return {
    ...unknown,
    Size: unixfsSize(data),
    Type: SHOWN_TYPES[data.type] ?? 0,
    Target: data.type === UNIXFS_TYPE.symlink ? decodeUtf8(data.data ?? new Uint8Array(0)) : '',
    Mode: fileMode(data),
    ModTime: goTime(data.mtime)
  }
}
