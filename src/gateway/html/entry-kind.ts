import { CODEC } from '../../cid/codec-codes.ts'
import type { DirectoryEntry } from '../../unixfs/read/list-directory.ts'
import { typeByName } from '../content-type/extensions.ts'

/** What an entry of a directory looks like, as far as its name and CID tell. */
export type EntryKind = 'folder' | 'picture' | 'film' | 'sound' | 'text' | 'file'

export const ENTRY_KINDS: readonly EntryKind[] = ['folder', 'picture', 'film', 'sound', 'text', 'file']

/** What an icon says to those who do not see it. */
export function kindLabel (kind: EntryKind): string {
  return kind[0].toUpperCase() + kind.slice(1)
}

const KIND_OF: Readonly<Partial<Record<string, EntryKind>>> = { image: 'picture', video: 'film', audio: 'sound', text: 'text' }

/**
 * The kind of an entry.
 *
 * @returns undefined where only its block tells: a node without an extension that is known can be a directory
 */
export function entryKind ({ name, cid }: Pick<DirectoryEntry, 'name' | 'cid'>): EntryKind | undefined {
  const type = typeByName(name)
  return type == null ? (cid.code === CODEC.dagPb ? undefined : 'file') : KIND_OF[type.split('/')[0]] ?? 'file'
}
