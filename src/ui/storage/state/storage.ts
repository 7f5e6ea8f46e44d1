import { askPersistence, isPersistent, rpc, storageEstimate } from '../../../client/index.ts'
import { whenReady } from '../../client/node.ts'
import { Store } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'

export interface StorageState {
  /** bytes of all blocks, as counted by the node */
  repoBytes?: number
  blocks?: number
  /** the browser's estimate for this origin */
  usageBytes?: number
  quotaBytes?: number
  /** undefined if the browser does not report it */
  persistent?: boolean
  /** whether the browser denied the user's request */
  refused?: boolean
}

export const storage = new Store<StorageState>({})

/** Reads the numbers again. Unavailable ones stay unchanged, because they are only informative. */
export async function refreshStorage (): Promise<void> {
  const [{ usage, quota }, persistent] = await Promise.all([storageEstimate(), isPersistent()])
  storage.patch({ usageBytes: usage, quotaBytes: quota, persistent })

  await whenReady()
  const stat = await rpc<{ RepoSize: number; NumObjects: number }>('repo/stat').catch(() => undefined)
  if (stat != null) {
    storage.patch({ repoBytes: stat.RepoSize, blocks: stat.NumObjects })
  }
}

/** Reads whether the browser protects the stored data. */
export async function readPersistence (): Promise<void> {
  const persistent = await isPersistent().catch(() => undefined)
  if (persistent !== storage.value.persistent) {
    storage.patch({ persistent })
  }
}

/** @returns whether the browser now guarantees persistent storage */
export async function makePersistent (): Promise<boolean> {
  const persistent = await askPersistence().catch(() => false)
  storage.patch({ persistent })
  return persistent
}

/** Requests persistent storage for the user, and announces the result. */
export async function askToPersist (): Promise<void> {
  const persistent = await makePersistent()
  storage.patch({ refused: !persistent })
  announceNews(persistent ? t('Your files are protected.') : t('Your browser said no for now.'))
}
