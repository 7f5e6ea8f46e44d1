import { splitPath } from '../check-path.ts'
import type { Change } from './change.ts'
import { addChild, childIfAny, loadChild, unlinkEntry } from './entries.ts'
import type { DirectoryInode } from './inode.ts'
import { lookupDirectory } from './lookup.ts'
import { nodeOf } from './nodes.ts'

/**
 * Moves a file or directory (boxo `mfs/ops.go`, `Mv`): to a path, replacing a file there, or into a directory there.
 *
 * boxo loses a directory that is moved onto itself or below itself. Here the first does nothing, and the second is an
 * error. boxo also leaves the old entry if both directories have the same name. Here it is removed.
 */
export async function move (root: DirectoryInode, from: string, to: string, change: Change): Promise<void> {
  const [fromPath, fromName] = splitPath(from)
  const [toPath, givenName] = splitPath(to)
  let toDirectory = await lookupDirectory(root, toPath, change)
  const fromDirectory = await lookupDirectory(root, fromPath, change)
  const moved = await loadChild(fromDirectory, fromName, change)
  const link = await nodeOf(moved, change)
  let toName = to.endsWith('/') ? fromName : givenName

  if (fromDirectory === toDirectory && fromName === toName) {
    return
  }

  const there = await childIfAny(toDirectory, toName, change)

  if (there?.kind === 'directory') {
    toDirectory = there
    toName = fromName

    if (there === moved) {
      return
    }
  }

  if (isWithin(toDirectory, moved)) {
    throw new Error(`cannot move ${from} into itself`)
  }

  if (there?.kind === 'file') {
    await unlinkEntry(toDirectory, toName, change)
  }

  await addChild(toDirectory, toName, link, change)
  await unlinkEntry(fromDirectory, fromName, change)
}

function isWithin (directory: DirectoryInode, other: unknown): boolean {
  return directory === other || (directory.parent != null && isWithin(directory.parent, other))
}
