import { askPersistence, isPersistent, rpc, storageEstimate } from '../../client/index.ts'
import { Store } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { say } from './news.ts'
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
  /** a person asked for it in vain */
  refused?: boolean
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

/** The same when a person wants it: what became of it is told. */
export async function askToPersist (): Promise<void> {
  const persistent = await makePersistent()
  storage.patch({ refused: !persistent })
  say(persistent ? t('The browser keeps it all.') : t('The browser did not agree.'))
}
