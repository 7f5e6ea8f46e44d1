import { isError } from '../../errors/define-error.ts'
import type { DirectoryLink } from '../../unixfs/change/directory/directory-link.ts'
import { splitPath } from '../check-path.ts'
import { NotExistError } from '../mfs-errors.ts'
import type { Change } from './change.ts'
import { addChild, childIfAny, unlinkEntry } from './entries.ts'
import type { DirectoryInode, Inode } from './inode.ts'
import { lookup, lookupDirectory } from './lookup.ts'
import { flushInode } from './nodes.ts'

/** Flushes the node at a path, with everything below it, into the published tree. */
export async function flushPath (root: DirectoryInode, path: string, change: Change): Promise<void> {
  await flushInode(await lookup(root, path, change), change)
}

/** Puts a node at a path (boxo `mfs/ops.go`, `PutNode`). */
export async function putNode (root: DirectoryInode, path: string, link: DirectoryLink, change: Change): Promise<void> {
  const [directory, name] = splitPath(path)

  if (name === '') {
    throw new Error('cannot create file with empty name')
  }

  await addChild(await lookupDirectory(root, directory, change), name, link, change)
}

/** Removes a file if it exists (Kubo `core/commands/files.go`, `unlinkNodeIfExists`). */
export async function unlinkFile (root: DirectoryInode, path: string, change: Change): Promise<void> {
  const [directory, name] = splitPath(path)
  let parent: Inode

  try {
    parent = await lookup(root, directory, change)
  } catch (err) {
    if (isError(err, NotExistError)) {
      return // nothing to remove; the next step throws the error
    }

    throw err
  }

  if (parent.kind !== 'directory') {
    throw new Error(`not a directory: ${directory}`)
  }

  const there = await childIfAny(parent, name, change)

  if (there?.kind === 'directory') {
    throw new Error(`not a file: ${path}`)
  }

  if (there != null) {
    await unlinkEntry(parent, name, change)
  }
}
