import { askNode } from '../../client/ask-node.ts'
import { whenReady } from '../../client/node.ts'
import type { ViewerItem } from '../lib/viewer-item.ts'
import { pathOf } from '../lib/viewer-target.ts'
import type { ViewerTarget } from '../lib/viewer-target.ts'

/**
 * Reads the CID and size of a file that is not in the list, for example while the list is read, or if a filter hides the file.
 *
 * @throws RpcError if it does not exist, or cannot be fetched
 */
export async function readItem (target: ViewerTarget, { signal }: { signal: AbortSignal }): Promise<ViewerItem> {
  await whenReady({ signal })
  const path = target.is === 'file' ? pathOf(target) : await resolved(pathOf(target), signal)
  const { Hash, Size, Type } = await askNode<{ Hash: string; Size: number; Type: string }>('files/stat', {
    args: [path],
    signal
  })
  return {
    name: target.name ?? Hash,
    cid: Hash,
    size: Size,
    kind: Type === 'directory' ? 'folder' : 'file'
  }
}

/** `files/stat` accepts `/ipfs/CID`, without names after it. */
async function resolved (path: string, signal: AbortSignal): Promise<string> {
  const { Cid: { '/': cid } } = await askNode<{ Cid: { '/': string } }>('dag/resolve', { args: [path], signal })
  return `/ipfs/${cid}`
}
