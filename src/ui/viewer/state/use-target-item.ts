import { useRef } from 'preact/hooks'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { network } from '../../network/state/network.ts'
import { useRead } from '../../page/loading/use-read.ts'
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
  const path = pathOf(target)
  // A file that disappears from the list is read again: what was read before may no longer be true.
  const seen = useRef({ path, isListed: listed != null, times: 0 })
  const isGone = seen.current.path === path && seen.current.isListed && listed == null
  seen.current = { path, isListed: listed != null, times: seen.current.times + Number(isGone) }

  const { value, problem, again } = useRead({
    isWanted: listed == null,
    what: `${seen.current.times} ${path}`,
    read: async ({ signal }) => await readItem(target, { signal }),
    problemOf: (err) =>
      viewerProblem(err, {
        name: target.name ?? path,
        isOffline: network.value.talks?.isOff === true || !navigator.onLine
      })
  })

  return listed == null ? { item: value, problem, again } : { item: listed, again }
}
