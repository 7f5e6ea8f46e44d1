import { joinPath } from '../../lib/links/mfs-path.ts'
import { exploreLink } from '../../lib/links/section.ts'
import type { FolderEntry } from './folder-entry.ts'

/**
 * Returns the page's URL of an entry, by its name in its folder, so that both are known there.
 *
 * @param folder - CID; undefined if unknown
 */
export function entryView (folder: string | undefined, { cid, name }: Pick<FolderEntry, 'cid' | 'name'>): string {
  return exploreLink(folder == null ? `/ipfs/${cid}` : joinPath(`/ipfs/${folder}`, name))
}
