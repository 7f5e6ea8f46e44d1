import { entryKind } from './entry-kind.ts'
import type { EntryKind } from './entry-kind.ts'

/** One entry of a folder. */
export interface FolderEntry {
  name: string
  cid: string
  kind: EntryKind
  /** bytes of a file; undefined where its block is not here, and of folders */
  size: number | undefined
  /** when it was changed last, where that is kept */
  modified: Date | undefined
  /** since when a pin keeps it, where that is known */
  since?: Date
  /** its name for comparing: in one case, and one way to write accents */
  folded: string
}

/** What the node says of an entry (`LsLink`). */
export interface LsLink { Name: string, Hash: string, Size: number, Type: number, ModTime?: string }

/** Kinds of `LsLink`. */
const TYPE_UNKNOWN = 0
export const TYPE_FOLDER = 1

/** How Go writes a time that is not known. */
const NO_TIME = '0001-'

/** @param isResolved - whether the entry's block was looked at */
export function folderEntry ({ Name, Hash, Size, Type, ModTime = NO_TIME }: LsLink, isResolved: boolean): FolderEntry {
  const isFolder = Type === TYPE_FOLDER

  return {
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
