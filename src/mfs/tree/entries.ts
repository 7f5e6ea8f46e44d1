import { addUint64 } from '../../bytes/protobuf/uint64.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { isError } from '../../errors/define-error.ts'
import { decodePbNode } from '../../ipld/dag-pb/decode-pb-node.ts'
import { withEntry, withoutEntry } from '../../unixfs/change/directory/change-directory.ts'
import type { DirectoryLink } from '../../unixfs/change/directory/directory-link.ts'
import { readDirectory } from '../../unixfs/change/directory/read-directory.ts'
import { decodeUnixfsData } from '../../unixfs/format/decode-unixfs-data.ts'
import { UNIXFS_TYPE } from '../../unixfs/format/unixfs-data.ts'
import { decodeUnixfsNode } from '../../unixfs/format/unixfs-node.ts'
import { EntryExistsError, NotExistError } from '../mfs-errors.ts'
import type { Change } from './change.ts'
import type { DirectoryInode, Inode } from './inode.ts'

/**
 * Returns an entry of a directory (boxo `mfs/dir.go`, `Child`). It stays cached until the directory is flushed.
 *
 * @throws NotExistError
 * @throws an Error if it is no file, directory or symlink
 */
export async function loadChild (parent: DirectoryInode, name: string, change: Change): Promise<Inode> {
  const cached = parent.cache.get(name)

  if (cached != null) {
    return cached
  }

  const link = await parent.directory.find(name, change.options)

  if (link == null) {
    throw new NotExistError()
  }

  const inode = await readInode(parent, name, link, change)
  change.setCached(parent, name, inode)
  return inode
}

/** Same as `loadChild`, but returns undefined if the entry does not exist. */
export async function childIfAny (parent: DirectoryInode, name: string, change: Change): Promise<Inode | undefined> {
  try {
    return await loadChild(parent, name, change)
  } catch (err) {
    if (!isError(err, NotExistError)) {
      throw err
    }
  }
}

async function readInode (
  parent: DirectoryInode,
  name: string,
  { cid, tsize }: DirectoryLink,
  { options }: Change
): Promise<Inode> {
  const link = { cid, tsize }

  if (cid.code === CODEC.raw) {
    return { kind: 'file', name, parent, link, rawLeaves: cid.version > 0 }
  }

  if (cid.code !== CODEC.dagPb) {
    throw new Error('unrecognized node type in cache node')
  }

  const bytes = await options.blocks.get(cid, options)
  const { links, data: message } = decodePbNode(bytes)
  const { type } = decodeUnixfsData(message ?? new Uint8Array(0))

  switch (type) {
    case UNIXFS_TYPE.directory:
    case UNIXFS_TYPE.hamtShard: {
      const node = decodeUnixfsNode(cid, bytes)

      if (node.kind === 'directory') {
        return { kind: 'directory', name, parent, directory: readDirectory(node), cache: new Map() }
      }

      break
    }

    case UNIXFS_TYPE.file:
    case UNIXFS_TYPE.raw:
    case UNIXFS_TYPE.symlink:
      // the size that the node itself has: a link can say anything
      return {
        kind: 'file',
        name,
        parent,
        link: { cid, tsize: addUint64(bytes.length, links.map(({ tsize = 0 }) => tsize)) },
        rawLeaves: cid.version > 0
      }
    case UNIXFS_TYPE.metadata:
      throw new Error('not yet implemented')
  }

  throw new Error('invalid child node')
}

/**
 * Adds an entry with a new name (boxo `AddChild`).
 *
 * @throws EntryExistsError
 */
export async function addChild (
  parent: DirectoryInode,
  name: string,
  link: DirectoryLink,
  change: Change
): Promise<void> {
  if (name === '' || name === '.' || name === '..') {
    // boxo accepts the dots, and then no path leads to the entry.
    throw new Error('cannot create file with empty name')
  }

  if (parent.cache.has(name) || await parent.directory.find(name, change.options) != null) {
    throw new EntryExistsError()
  }

  await setEntry(parent, name, link, change)
}

/**
 * Removes an entry (boxo `Unlink`).
 *
 * @throws NotExistError
 */
export async function unlinkEntry (parent: DirectoryInode, name: string, change: Change): Promise<void> {
  if (await parent.directory.find(name, change.options) == null) {
    throw new NotExistError()
  }

  change.setCached(parent, name, undefined)
  change.setDirectory(parent, await withoutEntry(parent.directory, name, change.options))
}

export async function setEntry (
  parent: DirectoryInode,
  name: string,
  link: DirectoryLink,
  change: Change
): Promise<void> {
  const directory = await withEntry(parent.directory, name, link, change.options)

  if (directory !== parent.directory) {
    change.setDirectory(parent, directory)
  }
}
