import type { SealedKeys } from '../../../client/index.ts'

/**
 * What is in a backup: a CARv1 whose one root is this document in dag-json, with all blocks of what it leads to. `about` leads to
 * documents without links, so that they are the first blocks behind it and can be read without the rest of the file; `content` leads
 * to documents with links to all that goes along. Both are in pieces, since a document has no more than a block.
 */
export interface Manifest {
  type: 'swipfs-backup'
  version: 1
  /** when it was made, as by `Date.toISOString` */
  at: string
  about: DocumentLink[]
  content: DocumentLink[]
  /** behind a password; none where they were not wanted */
  keys?: { count: number, sealed: SealedKeys }
}

/** A link in dag-json. */
export interface DocumentLink { '/': string }

/** A pin. */
export interface BackupPin { cid: string, name: string, type: 'recursive' | 'direct' }

/** A folder or file of the mutable files: `/` where all of them go along as one. */
export interface BackupFile { path: string, cid: string }

/** What `about` leads to: a part of each list. */
export interface About {
  pins: BackupPin[]
  files: BackupFile[]
  /** what was not whole: kept by its address alone */
  lacking: Array<{ cid: string, name: string }>
}

/** What `content` leads to. */
export interface Content { links: DocumentLink[] }
