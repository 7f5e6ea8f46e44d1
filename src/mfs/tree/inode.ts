import type { Directory } from '../../unixfs/change/directory/change-directory.ts'
import type { DirectoryLink } from '../../unixfs/change/directory/directory-link.ts'

/** A file of the tree that somebody has looked at. */
export interface FileInode {
  readonly kind: 'file'
  readonly name: string
  readonly parent: DirectoryInode
  link: DirectoryLink
  /** new leaves are plain blocks */
  rawLeaves: boolean
}

/** A directory of the tree that somebody has looked at. */
export interface DirectoryInode {
  readonly kind: 'directory'
  readonly name: string
  /** undefined for the root */
  readonly parent: DirectoryInode | undefined
  /** its entries, without what has changed below it and was not flushed */
  directory: Directory
  /** Entries that were looked at or changed since it was flushed. What they say counts, and not what `directory` has under the name. */
  cache: Map<string, Inode>
}

export type Inode = FileInode | DirectoryInode
