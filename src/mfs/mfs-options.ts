import type { BlockReader } from '../blocks/block-reader.ts'
import type { Directory } from '../unixfs/change/directory/change-directory.ts'
import type { DirectoryLink } from '../unixfs/change/directory/directory-link.ts'
import type { Hashing } from '../unixfs/change/hashing.ts'
import type { Time } from '../unixfs/format/stat.ts'
import type { Inode } from './tree/inode.ts'
import type { OpenFileOptions } from './tree/open-file.ts'

/** What a request gives to an operation. */
export interface MfsOptions {
  /** reads what is not here from elsewhere, as the request may */
  blocks: BlockReader
  signal: AbortSignal
}

/** What is known of an entry besides its name. */
export interface Listed {
  kind: Inode['kind']
  link: DirectoryLink
}

/** A directory to be listed, as it was at one moment. */
export interface Listing {
  directory: Directory
  /** entries that are newer than those of `directory`, which has them all by name */
  changed: Map<string, Listed>
}

export interface FlushOptions extends MfsOptions {
  /** makes the change durable; what was changed before in other places, and not flushed, is not */
  flush: boolean
}

export interface WriteOptions extends FlushOptions, OpenFileOptions {
  /** where in the file; 0 when left out */
  offset?: number
  /** bytes that stay of what is there; all when left out */
  size?: number
  /** as the file has it when left out */
  rawLeaves?: boolean
  /** for files that have a time; now when left out */
  now?: Time
}

export interface CopyOptions extends FlushOptions {
  parents: boolean
  /** replaces a file */
  force: boolean
  /** of directories that are made on the way */
  hashing?: Hashing
}
