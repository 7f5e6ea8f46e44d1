import type { CID } from 'multiformats/cid'
import type { Directory } from '../../unixfs/change/directory/change-directory.ts'
import type { ChangeDirectoryOptions } from '../../unixfs/change/directory/change-directory.ts'
import type { DirectoryLink } from '../../unixfs/change/directory/directory-link.ts'
import type { DirectoryInode, FileInode, Inode } from './inode.ts'

/** One change of the tree, or one look at it: where nodes come from and go, and how to take back what was done. */
export class Change {
  readonly options: ChangeDirectoryOptions
  /** the root that is to be kept; undefined while nothing was flushed */
  published: CID | undefined
  /** files and directories that came into a cache */
  cached = 0
  readonly #undo: Array<() => void> = []

  constructor (options: Omit<ChangeDirectoryOptions, 'onUndo'>) {
    this.options = { ...options, onUndo: (undo) => { this.#undo.push(undo) } }
  }

  setDirectory (inode: DirectoryInode, directory: Directory): void {
    const before = inode.directory
    inode.directory = directory
    this.#undo.push(() => { inode.directory = before })
  }

  setFile (inode: FileInode, change: Partial<Pick<FileInode, 'link' | 'rawLeaves'>>): void {
    const { link, rawLeaves } = inode
    Object.assign(inode, change)
    this.#undo.push(() => { Object.assign(inode, { link, rawLeaves }) })
  }

  /** @param entry - undefined to forget it */
  setCached ({ cache }: DirectoryInode, name: string, entry: Inode | undefined): void {
    const before = cache.get(name)
    this.cached += entry == null || before != null ? 0 : 1
    set(cache, name, entry)
    this.#undo.push(() => { set(cache, name, before) })
  }

  clearCache (inode: DirectoryInode): void {
    const before = inode.cache
    inode.cache = new Map()
    this.#undo.push(() => { inode.cache = before })
  }

  publish ({ cid }: DirectoryLink): void {
    this.published = cid
  }

  /** Puts the tree back to where it was. */
  undo (): void {
    this.#undo.splice(0).reverse().forEach((undo) => { undo() })
  }
}

function set (cache: Map<string, Inode>, name: string, entry: Inode | undefined): void {
  if (entry == null) {
    cache.delete(name)
  } else {
    cache.set(name, entry)
  }
}
