import type { CID } from 'multiformats/cid'
import { addUint64 } from '../../bytes/protobuf/uint64.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { decodePbNode } from '../../ipld/dag-pb/decode-pb-node.ts'
import type { Directory } from '../../unixfs/change/directory/change-directory.ts'
import type { DirectoryLink } from '../../unixfs/change/directory/directory-link.ts'
import { Shard } from '../../unixfs/change/directory/shard.ts'
import { loadFileBlock } from '../../unixfs/change/file-block.ts'
import { CID_V0 } from '../../unixfs/change/hashing.ts'
import { storeNode } from '../../unixfs/change/node-store.ts'
import { decodeUnixfsData } from '../../unixfs/format/decode-unixfs-data.ts'
import { encodeUnixfsNode } from '../../unixfs/format/encode-unixfs-node.ts'
import { unixMode } from '../../unixfs/format/stat.ts'
import type { Time } from '../../unixfs/format/stat.ts'
import { UNIXFS_TYPE } from '../../unixfs/format/unixfs-data.ts'
import type { NewUnixfsData, UnixfsData } from '../../unixfs/format/unixfs-data.ts'
import type { Change } from './change.ts'
import type { DirectoryInode, FileInode, Inode } from './inode.ts'
import { nodeOf, updateEntry } from './nodes.ts'

/** The new value: permissions, as Go's `os.FileMode`, or an mtime; undefined removes the mtime. */
export type NewStat = { mode: number } | { mtime: Time | undefined }

const NOTHING = new Uint8Array(0)

/**
 * Sets the mode or the mtime of a file or directory, and publishes it (boxo `mfs/file.go` and `dir.go`, `SetMode`,
 * `SetModTime`). Like in boxo, the new CID has version 0. A file of one block becomes one dag-pb node that contains the
 * bytes, like a file that is added with a mode.
 *
 * boxo drops the links of a file, and so loses its content. Here the links stay.
 */
export async function setStat (inode: Inode, stat: NewStat, change: Change): Promise<void> {
  await (inode.kind === 'file' ? setFileStat(inode, stat, change) : setDirectoryStat(inode, stat, change))
  await updateEntry(inode.parent, inode.name, await nodeOf(inode, change), change)
}

async function setFileStat (inode: FileInode, stat: NewStat, change: Change): Promise<void> {
  const { links, data } = await contentOf(inode.link.cid, change)
  const block = encodeUnixfsNode(links, withStat(data, stat))
  const tsize = addUint64(block.length, links.map(({ tsize }) => tsize))
  change.setFile(inode, { link: { cid: await storeNode(change.options, CODEC.dagPb, block, CID_V0), tsize } })
}

interface Content {
  links: Array<DirectoryLink & { nameBytes: Uint8Array }>
  data: UnixfsData
}

/** Reads a file or symlink as one dag-pb node. */
async function contentOf (cid: CID, { options }: Change): Promise<Content> {
  const bytes = await options.blocks.get(cid, options)

  if (cid.code === CODEC.raw) {
    return oneBlock({ type: UNIXFS_TYPE.file, blockSizes: [] }, bytes)
  }

  const node = decodePbNode(bytes)
  const data = decodeUnixfsData(node.data ?? NOTHING)
  const links = node.links.map(({ cid, nameBytes = NOTHING, tsize = 0 }) => ({ cid, nameBytes, tsize }))

  if (data.type === UNIXFS_TYPE.file && links.length === 1) {
    const leaf = await loadFileBlock(links[0].cid, options)

    if (leaf.kind === 'raw' || leaf.links.length === 0) {
      return oneBlock(data, leaf.kind === 'raw' ? leaf.data : leaf.data.data ?? NOTHING)
    }
  }

  return { links, data }
}

function oneBlock (data: UnixfsData, bytes: Uint8Array): Content {
  return {
    links: [],
    data: { ...data, data: bytes.length === 0 ? undefined : bytes, fileSize: bytes.length, blockSizes: [] }
  }
}

async function setDirectoryStat (inode: DirectoryInode, stat: NewStat, change: Change): Promise<void> {
  await nodeOf(inode, change)
  change.setDirectory(inode, directoryWithStat(inode.directory, stat))
}

/** Returns a new directory node. boxo reads it again, which resets its estimated size. */
function directoryWithStat (directory: Directory, stat: NewStat): Directory {
  const { mode, mtime, ...data } = withStat(directory.data, stat)

  if (directory.kind === 'basic') {
    return directory.changed({ hashing: CID_V0, data: { ...data, mode, mtime } })
  }

  const { fanout, slots } = directory.state.root
  const root = new Shard({ hashing: CID_V0, fanout, slots })
  return directory.changed({ root, stat: { mode, mtime }, sizeChange: 0, totalLinks: root.taken.length, listings: 0 })
}

function withStat (data: NewUnixfsData, stat: NewStat): NewUnixfsData {
  if ('mtime' in stat) {
    return { ...data, mtime: stat.mtime }
  }

  // The upper bits are kept (boxo `SetModeFromUnixPermissions`).
  const upper = (data.mode ?? 0) - (data.mode ?? 0) % 0x1000
  const mode = upper + unixMode(stat.mode)
  return { ...data, mode: mode === 0 ? undefined : mode }
}
