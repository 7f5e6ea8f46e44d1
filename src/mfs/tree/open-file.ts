import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { isError } from '../../errors/define-error.ts'
import type { Hashing } from '../../unixfs/change/hashing.ts'
import { storeNode } from '../../unixfs/change/node-store.ts'
import { encodeUnixfsNode } from '../../unixfs/format/encode-unixfs-node.ts'
import { UNIXFS_TYPE } from '../../unixfs/format/unixfs-data.ts'
import { parentPath, splitPath } from '../check-path.ts'
import { NotExistError } from '../mfs-errors.ts'
import type { Change } from './change.ts'
import { addChild } from './entries.ts'
import type { DirectoryInode, FileInode } from './inode.ts'
import { lookup } from './lookup.ts'
import { makeDirectory } from './make-directory.ts'

export interface OpenFileOptions {
  /** Creates the file if it does not exist. */
  create: boolean
  /** Creates missing parents. */
  parents: boolean
  /** CID version and hash function of new nodes; default: those of the parent. */
  hashing?: Hashing
}

/**
 * Opens the file at a path for writing (Kubo `core/commands/files.go`, `getFileHandle`).
 *
 * @throws NotExistError
 * @throws an Error if it is no file
 */
export async function openFile (
  root: DirectoryInode,
  path: string,
  options: OpenFileOptions,
  change: Change
): Promise<FileInode> {
  if (options.parents) {
    await makeParents(root, path, options.hashing, change)
  }

  try {
    const inode = await lookup(root, path, change)

    if (inode.kind !== 'file') {
      throw new Error(`${path} was not a file`)
    }

    return inode
  } catch (err) {
    if (!options.create || !isError(err, NotExistError)) {
      throw err
    }
  }

  return await createFile(root, path, options, change)
}

/** Creates the parents of a path (Kubo `ensureContainingDirectoryExists`). */
export async function makeParents (
  root: DirectoryInode,
  path: string,
  hashing: Hashing | undefined,
  change: Change
): Promise<void> {
  const parent = parentPath(path)

  if (parent !== '/') {
    await makeDirectory(root, parent, { parents: true, flush: false, hashing }, change)
  }
}

async function createFile (
  root: DirectoryInode,
  path: string,
  { hashing }: OpenFileOptions,
  change: Change
): Promise<FileInode> {
  const [directory, name] = splitPath(path)
  const parent = await parentOf(root, directory, change)
  const block = encodeUnixfsNode([], { type: UNIXFS_TYPE.file, fileSize: 0 })
  const cid = await storeNode(change.options, CODEC.dagPb, block, hashing ?? parent.directory.hashing)
  await addChild(parent, name, { cid, tsize: block.length }, change)
  const inode: FileInode = {
    kind: 'file',
    name,
    parent,
    link: { cid, tsize: block.length },
    rawLeaves: cid.version > 0
  }
  change.setCached(parent, name, inode)
  return inode
}

/** Returns the directory of an entry (Kubo `getParentDir`). */
export async function parentOf (root: DirectoryInode, directory: string, change: Change): Promise<DirectoryInode> {
  const inode = await lookup(root, directory, change)

  if (inode.kind !== 'directory') {
    throw new Error("expected *mfs.Directory, didn't get it. This is likely a race condition")
  }

  return inode
}
