import { Store } from '../../lib/reactive/store.ts'
import { noteShare } from '../../library/state/shares.ts'

/** The content to share. */
export interface ShareItem {
  cid: string
  /** empty for none */
  name: string
  /** undefined if unknown */
  kind?: 'file' | 'folder'
}

/** The content for which the share sheet is open. */
export const share = new Store<{ item?: ShareItem }>({})

export function openShare (item: ShareItem): void {
  noteShare(item)
  share.set({ item })
}

export function closeShare (): void {
  share.set({})
}
