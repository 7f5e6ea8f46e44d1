import { askPersistence, isPersistent, rpc, storageEstimate } from '../../client/index.ts'
import { Store } from '../lib/store.ts'
import { whenReady } from './node.ts'

export interface StorageState {
  /** bytes of all blocks, as the node counts them */
  repoBytes?: number
  blocks?: number
  /** what the browser says of this origin */
  usageBytes?: number
  quotaBytes?: number
  /** undefined where the browser cannot say */
  persistent?: boolean
}

export const storage = new Store<StorageState>({})

/** Reads the numbers anew. Those that cannot be had stay as they were: they are only numbers. */
export async function refreshStorage (): Promise<void> {
  const [{ usage, quota }, persistent] = await Promise.all([storageEstimate(), isPersistent()])
  storage.patch({ usageBytes: usage, quotaBytes: quota, persistent })

  await whenReady()
  const stat = await rpc<{ RepoSize: number, NumObjects: number }>('repo/stat').catch(() => undefined)
  if (stat != null) storage.patch({ repoBytes: stat.RepoSize, blocks: stat.NumObjects })
}

/** @returns whether the browser now promises to keep the data */
export async function makePersistent (): Promise<boolean> {
  const persistent = await askPersistence().catch(() => false)
  storage.patch({ persistent })
  return persistent
}
