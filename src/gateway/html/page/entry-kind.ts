import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import type { DirectoryEntry } from '../../../unixfs/read/directory/list-directory.ts'
import { typeByName } from '../../content-type/extensions.ts'

/** Kinds of directory entries that have an icon, as far as name and CID reveal them. */
export type EntryKind = 'folder' | 'picture' | 'film' | 'sound' | 'text' | 'file'

export const ENTRY_KINDS: readonly EntryKind[] = ['folder', 'picture', 'film', 'sound', 'text', 'file']

const LABELS: Readonly<Record<EntryKind, readonly [one: string, many: string]>> = {
  folder: ['Folder', 'Folders'],
  picture: ['Image', 'Images'],
  film: ['Video', 'Videos'],
  sound: ['Audio', 'Audio files'],
  text: ['Text', 'Texts'],
  file: ['File', 'Other files']
}

/** Returns the accessible label of an icon. */
export function kindLabel (kind: EntryKind): string {
  return LABELS[kind][0]
}

/** Returns the label of a filter for a kind. */
export function kindsLabel (kind: EntryKind): string {
  return LABELS[kind][1]
}

const KIND_OF: Readonly<Partial<Record<string, EntryKind>>> = {
  image: 'picture',
  video: 'film',
  audio: 'sound',
  text: 'text'
}

/**
 * Returns the kind of an entry.
 *
 * @returns undefined if only its block shows the kind: a node without a known extension may be a directory
 */
export function entryKind ({ name, cid }: Pick<DirectoryEntry, 'name' | 'cid'>): EntryKind | undefined {
  const type = typeByName(name)
  if (type == null) {
    return cid.code === CODEC.dagPb ? undefined : 'file'
  }

  return KIND_OF[type.split('/')[0]] ?? 'file'
}
