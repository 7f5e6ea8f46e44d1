import { contentLink } from './content-link.ts'
import type { FolderEntry } from './folder-entry.ts'

/** Larger pictures would be read whole for a few pixels. */
const MAX_BYTES = 500_000
/** Of a picture that is drawn larger more may be read. */
const MAX_LARGE_BYTES = 5_000_000

/** What browsers show of a picture. @returns where it is; undefined for what has none */
export function entryThumbnail ({ cid, kind, name, size }: FolderEntry, { isLarge = false }: { isLarge?: boolean } = {}): string | undefined {
  return kind === 'picture' && size != null && size <= (isLarge ? MAX_LARGE_BYTES : MAX_BYTES) && !/\.(heic|tiff?|jxl)$/i.test(name)
    ? contentLink(cid, name)
    : undefined
}
