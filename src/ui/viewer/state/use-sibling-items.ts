import { askNode } from '../../client/ask-node.ts'
import { whenReady } from '../../client/node.ts'
import { readEntries } from '../../folder/state/read-entries.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import { useRead } from '../../page/loading/use-read.ts'
import type { ViewerItem } from '../lib/viewer-item.ts'
import { placeOf } from '../lib/viewer-target.ts'
import type { ViewerTarget } from '../lib/viewer-target.ts'
import { viewerList } from './viewer-list.ts'

const NONE: readonly ViewerItem[] = []

/** Returns the items of the list under the viewer. A folder that the page does not show is read for it. */
export function useSiblingItems (target: ViewerTarget): readonly ViewerItem[] {
  const list = useStore(viewerList)
  const place = placeOf(target)
  const isShown = list?.place === place
  const { value } = useRead({
    isWanted: target.is === 'inside' && !isShown,
    what: place,
    read: async ({ signal }) => await readFolder(place, signal),
    problemOf: plainError // Without neighbours, the file itself is shown all the same.
  })

  return (isShown ? list.items : value) ?? NONE
}

async function readFolder (path: string, signal: AbortSignal): Promise<readonly ViewerItem[]> {
  await whenReady({ signal })
  const { Cid: { '/': cid } } = await askNode<{ Cid: { '/': string } }>('dag/resolve', { args: [path], signal })
  return (await readEntries(cid, { signal })).entries
}
