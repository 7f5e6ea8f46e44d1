import type { Directory } from '../../unixfs/change/directory/change-directory.ts'
import type { DirectoryLink } from '../../unixfs/change/directory/directory-link.ts'

/** A cached file of the tree. */
export interface FileInode {
  readonly kind: 'file'
  readonly name: string
  readonly parent: DirectoryInode
  link: DirectoryLink
  /** Whether new leaves are raw blocks. */
  rawLeaves: boolean
}

/** A cached directory of the tree. */
export interface DirectoryInode {
  readonly kind: 'directory'
  readonly name: string
  /** Undefined for the root. */
  readonly parent: DirectoryInode | undefined
  /** Its entries, without unflushed changes below it. */
  directory: Directory
  /** Entries that were read or changed since the last flush. They take precedence over those of `directory`. */
  cache: Map<string, Inode>
}

export type Inode = FileInode | DirectoryInode
