import { rpcDone } from '../../../client/index.ts'
import { sharedCopy } from '../../folder/lib/hidden.ts'
import { parentOf } from '../../lib/links/mfs-path.ts'
import { bare, tn } from '../../lib/text/t.ts'
import { gatherRoot } from '../../library/state/gather-root.ts'
import { openShare } from './share.ts'

/**
 * Shares several items as one folder. It is kept in a hidden folder of Files until sharing ends, so that freeing space
 * does not remove it.
 *
 * @throws RpcError if an item is not on this device
 */
export async function shareTogether (items: ReadonlyArray<{ name: string; cid: string }>): Promise<void> {
  const cid = await gatherRoot(items)
  await keepShared(cid)
  const name = bare(tn(items.length, '{n} item', '{n} items'))
  await openShare({ cid, name, kind: 'folder', isGathered: true })
}

/** Keeps a folder that was made for sharing. */
export async function keepShared (cid: string): Promise<void> {
  await rpcDone('files/mkdir', { args: [parentOf(sharedCopy(cid))], options: { parents: true } })
  // It may be there already: the items were shared before.
  await rpcDone('files/cp', { args: [`/ipfs/${cid}`, sharedCopy(cid)], options: { offline: true }, files: [] })
    .catch(() => {})
}

/** No longer keeps a folder that was made for sharing. Its items stay where they are. */
export async function stopKeepingShared (cid: string): Promise<void> {
  await rpcDone('files/rm', { args: [sharedCopy(cid)], options: { recursive: true }, files: [] }).catch(() => {})
}
