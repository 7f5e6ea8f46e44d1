import { BasicDirectory } from '../../unixfs/change/directory/basic-directory.ts'
import type { Hashing } from '../../unixfs/change/hashing.ts'
import { ExistsError } from '../mfs-errors.ts'
import type { Change } from './change.ts'
import { childIfAny, loadChild, setEntry } from './entries.ts'
import type { DirectoryInode } from './inode.ts'
import { flushInode } from './nodes.ts'

export interface MakeDirectoryOptions {
  /** Creates missing parents too, and accepts an existing directory. */
  parents: boolean
  flush: boolean
  /** CID version and hash function; default: those of the parent. */
  hashing?: Hashing
}

/**
 * Creates a directory (boxo `mfs/ops.go`, `Mkdir`). `hashing` also applies to an existing directory.
 *
 * @throws NotExistError, ExistsError
 * @throws an Error for the root, or if a parent is a file
 */
export async function makeDirectory (
  root: DirectoryInode,
  path: string,
  { parents, flush, hashing }: MakeDirectoryOptions,
  change: Change
): Promise<void> {
  const parts = path.replace(/^\//, '').replace(/\/$/, '').split('/')
  const last = parts.pop() as string

  if (parts.length === 0 && last === '') {
    if (parents) {
      return
    }

    throw new Error("cannot create directory '/': Already exists")
  }

  let at = root

  for (const [i, part] of parts.entries()) {
    const next = parents
      ? await childIfAny(at, part, change) ?? await makeChild(at, part, change, hashing)
      : await loadChild(at, part, change)

    if (next.kind !== 'directory') {
      throw new Error(`${parts.slice(0, i).join('/')} was not a directory`)
    }

    at = next
  }

  const there = await childIfAny(at, last, change)

  if (there != null && (!parents || there.kind !== 'directory')) {
    throw new ExistsError()
  }

  const made = there as DirectoryInode | undefined ?? await makeChild(at, last, change)

  if (hashing != null) {
    setHashing(made, hashing, change)
  }

  if (flush) {
    await flushInode(made, change)
  }
}

/** Changes CID version and hash function of a directory from now on. */
export function setHashing (inode: DirectoryInode, hashing: Hashing, change: Change): void {
  change.setDirectory(inode, directoryWithHashing(inode.directory, hashing))
}

/** Returns a directory with another CID version and hash function. */
export function directoryWithHashing (
  directory: DirectoryInode['directory'],
  hashing: Hashing
): DirectoryInode['directory'] {
  return directory.kind === 'basic' ? directory.changed({ hashing }) : directory.withHashing(hashing)
}

async function makeChild (
  parent: DirectoryInode,
  name: string,
  change: Change,
  hashing?: Hashing
): Promise<DirectoryInode> {
  const made: DirectoryInode = {
    kind: 'directory',
    name,
    parent,
    directory: BasicDirectory.empty(parent.directory.hashing),
    cache: new Map()
  }
  await setEntry(parent, name, await made.directory.save(change.options), change)
  change.setCached(parent, name, made)

  if (hashing != null) {
    setHashing(made, hashing, change)
  }

  return made
}
