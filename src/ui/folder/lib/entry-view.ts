import { exploreLink, viewContentLink } from '../../lib/links/section.ts'
import type { FolderEntry } from './folder-entry.ts'

/** Returns the page's URL that shows an item by its CID: a file in the viewer, a folder in Explore. */
export function entryView ({ cid, name, kind }: Pick<FolderEntry, 'cid' | 'name' | 'kind'>): string {
  const path = `/ipfs/${cid}`
  return kind === 'folder' ? exploreLink(path) : viewContentLink({ path, name })
}
