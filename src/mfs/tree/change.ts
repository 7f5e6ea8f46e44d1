import type { CID } from 'multiformats/cid'
import type { Directory } from '../../unixfs/change/directory/change-directory.ts'
import type { ChangeDirectoryOptions } from '../../unixfs/change/directory/change-directory.ts'
import type { DirectoryLink } from '../../unixfs/change/directory/directory-link.ts'
import type { DirectoryInode, FileInode, Inode } from './inode.ts'

/** One change, or one read, of the tree: has the store for its nodes, and an undo log. */
export class Change {
  readonly options: ChangeDirectoryOptions
  /** The new root to publish; undefined if nothing was flushed. */
  published: CID | undefined
  /** The number of nodes that were added to caches. */
  cached = 0
  readonly #undo: Array<() => void> = []

  constructor (options: Omit<ChangeDirectoryOptions, 'onUndo'>) {
    this.options = {
      ...options,
      onUndo: (undo) => {
        this.#undo.push(undo)
      }
    }
  }

  setDirectory (inode: DirectoryInode, directory: Directory): void {
    const before = inode.directory
    inode.directory = directory
    this.#undo.push(() => {
      inode.directory = before
    })
  }

  setFile (inode: FileInode, change: Partial<Pick<FileInode, 'link' | 'rawLeaves'>>): void {
    const { link, rawLeaves } = inode
    Object.assign(inode, change)
    this.#undo.push(() => {
      Object.assign(inode, { link, rawLeaves })
    })
  }

  /**
   * Sets a cached entry.
   *
   * @param entry - undefined to remove it
   */
  setCached ({ cache }: DirectoryInode, name: string, entry: Inode | undefined): void {
    const before = cache.get(name)
    this.cached += entry == null || before != null ? 0 : 1
    setOrDelete(cache, name, entry)
    this.#undo.push(() => {
      setOrDelete(cache, name, before)
    })
  }

  clearCache (inode: DirectoryInode): void {
    const before = inode.cache
    inode.cache = new Map()
    this.#undo.push(() => {
      inode.cache = before
    })
  }

  publish ({ cid }: DirectoryLink): void {
    this.published = cid
  }

  /** Rolls the tree back. */
  undo (): void {
    this.#undo.splice(0).reverse().forEach((undo) => {
      undo()
    })
  }
}

function setOrDelete (cache: Map<string, Inode>, name: string, entry: Inode | undefined): void {
  if (entry == null) {
    cache.delete(name)
  } else {
    cache.set(name, entry)
  }
}
