import type { PlainError } from '../../lib/text/plain-error.ts'
import { network } from '../../network/state/network.ts'
import { useRead } from '../../page/use-read.ts'
import type { ViewerItem } from '../lib/viewer-item.ts'
import { viewerProblem } from '../lib/viewer-problem.ts'
import { pathOf } from '../lib/viewer-target.ts'
import type { ViewerTarget } from '../lib/viewer-target.ts'
import { readItem } from './read-item.ts'

/**
 * Returns the file of a target: from the list, or else from the node.
 *
 * @param listed - the item in the list; undefined if the list does not have it, or not yet
 */
export function useTargetItem (
  target: ViewerTarget,
  listed: ViewerItem | undefined
): { item?: ViewerItem; problem?: PlainError; again: () => void } {
  const { value, problem, again } = useRead({
    isWanted: listed == null,
    what: pathOf(target),
    read: async ({ signal }) => await readItem(target, { signal }),
    problemOf: (err) =>
      viewerProblem(err, {
        name: target.name ?? pathOf(target),
        isOffline: network.value.talks?.isOff === true || !navigator.onLine
      })
  })

  return listed == null ? { item: value, problem, again } : { item: listed, again }
}
