import type { BlockReader } from '../blocks/reader/block-reader.ts'
import type { Uint64 } from '../bytes/protobuf/uint64.ts'
import type { Directory } from '../unixfs/change/directory/change-directory.ts'
import type { DirectoryLink } from '../unixfs/change/directory/directory-link.ts'
import type { Hashing } from '../unixfs/change/hashing.ts'
import type { Time } from '../unixfs/format/stat.ts'
import type { Inode } from './tree/inode.ts'
import type { OpenFileOptions } from './tree/open-file.ts'

/** The options of a request that each operation gets. */
export interface MfsOptions {
  /** Reads blocks, and fetches missing ones if the request allows it. */
  blocks: BlockReader
  signal: AbortSignal
}

/** An entry of a directory without its name. */
export interface Listed {
  kind: Inode['kind']
  link: DirectoryLink
}

/** A snapshot of a directory to list. */
export interface Listing {
  directory: Directory
  /** Entries that are newer than those of `directory`. All of their names are in `directory` too. */
  changed: Map<string, Listed>
}

export interface FlushOptions extends MfsOptions {
  /** Makes the change durable. Earlier unflushed changes in other places stay unflushed. */
  flush: boolean
}

export interface WriteOptions extends FlushOptions, OpenFileOptions {
  /** Offset in the file; default 0. */
  offset?: Uint64
  /** Number of bytes of the existing file to keep; default all. */
  size?: Uint64
  /** Default: the setting of the existing file. */
  rawLeaves?: boolean
  /** For files that have an mtime; default now. */
  now?: Time
}

export interface CopyOptions extends FlushOptions {
  parents: boolean
  /** Replaces an existing file. */
  force: boolean
  /** For parent directories that are created. */
  hashing?: Hashing
}
