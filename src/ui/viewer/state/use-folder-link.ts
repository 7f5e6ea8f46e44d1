import { useEffect } from 'preact/hooks'
import { exploreLink, filesLink } from '../../lib/links/section.ts'
import { replaceSection } from '../../page/state/section.ts'
import type { ViewerItem } from '../lib/viewer-item.ts'
import { pathOf } from '../lib/viewer-target.ts'
import type { ViewerTarget } from '../lib/viewer-target.ts'

/** Opens the folder itself if a link leads to a folder instead of a file. */
export function useFolderLink (target: ViewerTarget, item: ViewerItem | undefined): void {
  const isFolder = item?.kind === 'folder'

  useEffect(() => {
    if (isFolder) {
      replaceSection(target.is === 'file' ? filesLink(pathOf(target)) : exploreLink(pathOf(target)))
    }
  }, [isFolder, target])
}
