import { Store } from '../lib/store.ts'

/** What a person wants to share. */
export interface ShareItem {
  cid: string
  /** empty for none */
  name: string
  /** undefined where it is not known */
  kind?: 'file' | 'folder'
}

/** What the sheet for sharing is open for. */
export const share = new Store<{ item?: ShareItem }>({})

export function openShare (item: ShareItem): void {
  share.set({ item })
}

export function closeShare (): void {
  share.set({})
}
