import type { ViewerItem } from './viewer-item.ts'
import { isTarget } from './viewer-target.ts'
import type { ViewerTarget } from './viewer-target.ts'

export interface SiblingFiles {
  /** the displayed file; undefined if it is not in the list */
  item?: ViewerItem
  /** position of the file, from 1, and number of files */
  position?: number
  count: number
  previous?: ViewerItem
  next?: ViewerItem
}

/** Finds a file and its neighbours in a list, in the order of the list. Folders are skipped. */
export function siblingFiles (items: readonly ViewerItem[], target: ViewerTarget): SiblingFiles {
  const files = items.filter(({ kind }) => kind !== 'folder')
  const at = files.findIndex((item) => isTarget(target, item))
  return at === -1
    ? { count: files.length }
    : { item: files[at], position: at + 1, count: files.length, previous: files[at - 1], next: files[at + 1] }
}
