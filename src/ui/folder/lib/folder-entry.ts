import { entryKind } from './entry-kind.ts'
import type { EntryKind } from './entry-kind.ts'

/** An entry of a folder. */
export interface FolderEntry {
  /** unique in its list: the name in a folder, a path or CID elsewhere */
  key: string
  name: string
  cid: string
  kind: EntryKind
  /** bytes of a file; undefined if its block is not stored, and for folders */
  size: number | undefined
  /** modification time, if it is stored */
  modified: Date | undefined
  /** when the page added it, or a pin was made for it, if known */
  since?: Date
  /** whether only its root block is pinned */
  isDirect?: boolean
  /** name for comparisons: case-folded and Unicode-normalized */
  folded: string
}

/** An entry as the node returns it (`LsLink`). */
export interface LsLink {
  Name: string
  Hash: string
  Size: number
  Type: number
  ModTime?: string
}

/** Values of `LsLink.Type`. */
const TYPE_UNKNOWN = 0
export const TYPE_FOLDER = 1

/** Prefix of Go's zero time. */
const NO_TIME = '0001-'

/** @param isResolved - whether the entry's block was read */
export function folderEntry ({ Name, Hash, Size, Type, ModTime = NO_TIME }: LsLink, isResolved: boolean): FolderEntry {
  const isFolder = Type === TYPE_FOLDER

  return {
    key: Name,
    name: Name,
    cid: Hash,
    kind: isFolder ? 'folder' : entryKind(Name),
    size: isFolder || (!isResolved && Type === TYPE_UNKNOWN) ? undefined : Size,
    modified: ModTime.startsWith(NO_TIME) ? undefined : new Date(ModTime),
    folded: folded(Name)
  }
}

export function folded (text: string): string {
  return text.normalize('NFC').toLowerCase()
}
