import { contentLink } from '../../lib/links/content-link.ts'
import type { FolderEntry } from './folder-entry.ts'

/** Size limit of pictures: larger ones would be read whole for a few pixels. */
const MAX_BYTES = 500_000
/** Size limit of pictures that are displayed larger. */
const MAX_LARGE_BYTES = 5_000_000

/** Returns the thumbnail URL of a picture that browsers can display; undefined if there is none. */
export function entryThumbnail (
  { cid, kind, name, size }: FolderEntry,
  { isLarge = false }: { isLarge?: boolean } = {}
): string | undefined {
  return kind === 'image' && size != null && size <= (isLarge ? MAX_LARGE_BYTES : MAX_BYTES) &&
      !/\.(heic|tiff?|jxl)$/i.test(name)
    ? contentLink(cid, name)
    : undefined
}
