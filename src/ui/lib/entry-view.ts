import type { FolderEntry } from './folder-entry.ts'
import { joinPath } from './mfs-path.ts'
import { exploreLink } from './section.ts'

/**
 * Returns the page's URL of an entry, by its name in its folder, so that both are known there.
 *
 * @param folder - CID; undefined if unknown
 */
export function entryView (folder: string | undefined, { cid, name }: Pick<FolderEntry, 'cid' | 'name'>): string {
  return exploreLink(folder == null ? `/ipfs/${cid}` : joinPath(`/ipfs/${folder}`, name))
}
