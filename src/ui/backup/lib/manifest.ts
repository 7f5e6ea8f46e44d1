import type { SealedKeys } from '../../../client/index.ts'

/**
 * The manifest of a backup. A backup is a CARv1 with this dag-json document as its only root, and all blocks that it
 * links to.
 *
 * `about` links to documents without links. Their blocks follow the root, so that they can be read without the rest of
 * the file. `content` links to documents with links to all included content. Both are split, because a document must
 * fit into a block.
 */
export interface Manifest {
  type: 'swipfs-backup'
  version: 1
  /** creation time, from `Date.toISOString` */
  at: string
  about: DocumentLink[]
  content: DocumentLink[]
  /** encrypted by a password; missing if keys were not included */
  keys?: { count: number; sealed: SealedKeys }
}

/** A link in dag-json. */
export interface DocumentLink {
  '/': string
}

/** A pin. */
export interface BackupPin {
  cid: string
  name: string
  type: 'recursive' | 'direct'
  /** creation time, in milliseconds since 1970; missing for legacy pins and in older backups */
  pinnedMs?: number
}

/** A folder or file of the MFS; `/` if all of it is included as one. */
export interface BackupFile {
  path: string
  cid: string
}

/** A document that `about` links to: a part of each list. */
export interface About {
  pins: BackupPin[]
  files: BackupFile[]
  /** incomplete content: stored only by its CID */
  lacking: Array<{ cid: string; name: string }>
  /** when entries of Files were added, in milliseconds since 1970; missing in older backups */
  dates?: Array<[path: string, addedMs: number]>
}

/** A document that `content` links to. */
export interface Content {
  links: DocumentLink[]
}
