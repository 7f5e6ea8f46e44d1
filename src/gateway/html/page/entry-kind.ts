import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import type { DirectoryEntry } from '../../../unixfs/read/directory/list-directory.ts'
import { typeByName } from '../../content-type/extensions.ts'

/** Kinds of directory entries that have an icon, as far as name and CID reveal them. */
export type EntryKind = 'folder' | 'picture' | 'film' | 'sound' | 'text' | 'file'

export const ENTRY_KINDS: readonly EntryKind[] = ['folder', 'picture', 'film', 'sound', 'text', 'file']

/** Returns the accessible label of an icon. */
export function kindLabel (kind: EntryKind): string {
  return kind[0].toUpperCase() + kind.slice(1)
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
