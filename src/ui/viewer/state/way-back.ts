import { LIBRARY_SECTIONS, readSection } from '../../lib/links/section.ts'
import { replaceSection } from '../../page/state/section.ts'
import { closedLink, placeOf, viewerTarget } from '../lib/viewer-target.ts'
import type { ViewerTarget } from '../lib/viewer-target.ts'

interface HistoryState {
  /** whether the entry before this one is the list under the viewer */
  isOverList?: boolean
}

note()

addEventListener('hashchange', ({ oldURL }) => {
  note(new URL(oldURL).hash)
})

/**
 * Closes the viewer. Goes back if the viewer was opened from its list, so that the history gets no second entry for the
 * list. An address that was opened directly is replaced by that of the list.
 */
export function leaveViewer (target: ViewerTarget): void {
  if ((history.state as HistoryState | null)?.isOverList === true) {
    history.back()
  } else {
    replaceSection(closedLink(target))
  }
}

/**
 * Records in a new history entry of the viewer how it was opened. The record survives a reload.
 *
 * @param before - fragment of the entry before; undefined if the page was loaded with the viewer
 */
function note (before?: string): void {
  const target = viewerTarget(readSection(location.hash))
  const state = history.state as HistoryState | null

  if (target != null && state?.isOverList == null) {
    history.replaceState({ ...state, isOverList: before != null && isList(before, target) }, '')
  }
}

function isList (hash: string, target: ViewerTarget): boolean {
  const section = readSection(hash)
  return viewerTarget(section) == null &&
    (section.is === 'files'
      ? target.is === 'file' && section.path === placeOf(target)
      : LIBRARY_SECTIONS.some((name) => name === section.is))
}
