import { Store } from '../../lib/reactive/store.ts'
import { noteShare } from '../../library/state/shares.ts'
import { storedKind } from '../lib/stored-kind.ts'

/** The content to share. */
export interface ShareItem {
  cid: string
  /** empty for none */
  name: string
  /** undefined if unknown */
  kind?: 'file' | 'folder'
}

export interface ShareState {
  item?: ShareItem
  /** whether the kind of the item is being looked up; links to a file contain its name, so they wait for it */
  isLookingUp?: boolean
}

/** The content for which the share sheet is open. */
export const share = new Store<ShareState>({})

let leaving: AbortController | undefined

/**
 * Opens the share sheet. Looks up an unknown kind: the list of pins learns it only after a check of all blocks.
 *
 * @param lookUp - returns the kind of a CID
 */
export async function openShare (item: ShareItem, lookUp = storedKind): Promise<void> {
  leaving?.abort()
  noteShare(item)

  if (item.kind != null || item.name === '') {
    share.set({ item })
    return
  }

  leaving = new AbortController()
  const { signal } = leaving
  share.set({ item, isLookingUp: true })
  const kind = await lookUp(item.cid, { signal }).catch(() => undefined)

  if (!signal.aborted) {
    share.set({ item: { ...item, kind } })
  }
}

export function closeShare (): void {
  leaving?.abort()
  share.set({})
}
