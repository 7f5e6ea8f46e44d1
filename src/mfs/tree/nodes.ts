import { changeFile } from '../../unixfs/change/change-file.ts'
import type { DirectoryLink } from '../../unixfs/change/directory/directory-link.ts'
import type { Change } from './change.ts'
import { setEntry } from './entries.ts'
import type { DirectoryInode, Inode } from './inode.ts'

/** Options for opening a file without writing: no time is set and nothing is chunked. */
const UNUSED = { now: { secs: 0n, nsecs: 0 }, chunker: { kind: 'size' as const, size: 1 } }

/**
 * Returns the node of a file or directory, including all changes below it (boxo `GetNode`).
 *
 * @param forget - empties the caches below it once they are part of the node
 */
export async function nodeOf (inode: Inode, change: Change, forget = false): Promise<DirectoryLink> {
  if (inode.kind === 'file') {
    return inode.link
  }

  for (const [name, entry] of inode.cache) {
    await setEntry(inode, name, await nodeOf(entry, change), change)
  }

  if (forget && inode.cache.size > 0) {
    change.clearCache(inode)
  }

  const link = await inode.directory.save(change.options)

  if (forget && inode.directory.kind === 'hamt') {
    change.setDirectory(inode, inode.directory.closed())
  }

  return link
}

/**
 * Updates the entry of a changed node in its directory and all parents, and publishes the new root (boxo
 * `updateChildEntry`).
 */
export async function updateEntry (
  parent: DirectoryInode | undefined,
  name: string,
  link: DirectoryLink,
  change: Change
): Promise<void> {
  if (parent == null) {
    change.publish(link)
    return
  }

  await setEntry(parent, name, link, change)
  await updateEntry(parent.parent, parent.name, await parent.directory.save(change.options), change)
}

/** Flushes a file or directory, with everything below it, into the published tree (boxo `Flush`). */
export async function flushInode (inode: Inode, change: Change): Promise<void> {
  if (inode.kind === 'file') {
    // boxo opens it for writing, which rejects symlinks, and unwraps a single plain leaf.
    change.setFile(inode, {
      link: await changeFile(inode.link.cid, { ...change.options, ...UNUSED, rawLeaves: inode.rawLeaves })
    })
  }

  await updateEntry(inode.parent, inode.name, await nodeOf(inode, change, true), change)
}
