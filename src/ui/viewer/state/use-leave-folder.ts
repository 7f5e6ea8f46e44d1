import { useLayoutEffect } from 'preact/hooks'
import { exploreLink, filesLink } from '../../lib/links/section.ts'
import { replaceSection } from '../../page/state/section.ts'
import type { ViewerItem } from '../lib/viewer-item.ts'
import { pathOf } from '../lib/viewer-target.ts'
import type { ViewerTarget } from '../lib/viewer-target.ts'

/** Shows a folder in Files or Explore instead. Its kind is known only after its root block was read. */
export function useLeaveFolder (target: ViewerTarget, item: ViewerItem | undefined): void {
  const isFolder = item?.kind === 'folder'

  useLayoutEffect(() => {
    if (isFolder) {
      replaceSection(
        target.is === 'file' ? filesLink(pathOf(target)) : exploreLink(pathOf(target))
      )
    }
  }, [isFolder, target])
}
