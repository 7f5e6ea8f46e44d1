import { Store } from '../../lib/reactive/store.ts'
import { noteShare } from '../../library/state/shares.ts'
import { describeItem } from '../lib/describe-item.ts'
import type { ItemFacts } from '../lib/describe-item.ts'

/** The content to share. */
export interface ShareItem extends Partial<ItemFacts> {
  cid: string
  /** empty for none */
  name: string
  /** whether it is a folder that was made of several items, and is kept while it is shared */
  isGathered?: boolean
}

export interface ShareState {
  item?: ShareItem
  /** whether facts about the item are being read; its link contains them, so it waits */
  isLookingUp?: boolean
}

/** The content for which the share dialog is open. */
export const share = new Store<ShareState>({})

/** Time limit of reading the facts: a link works without them. */
const LOOK_UP_MS = 3000

let leaving: AbortController | undefined

/**
 * Opens the share dialog, and reads the facts that the link of the item contains.
 *
 * @param lookUp - returns the facts of an item
 */
export async function openShare (item: ShareItem, lookUp = describeItem): Promise<void> {
  leaving?.abort()
  noteShare(item)
  leaving = new AbortController()
  const { signal } = leaving
  share.set({ item, isLookingUp: true })
  const reading = new AbortController()
  const timer = setTimeout(() => {
    reading.abort()
  }, LOOK_UP_MS)
  const facts = await lookUp(item, { signal: AbortSignal.any([signal, reading.signal]) }).catch(() => undefined)
  clearTimeout(timer)

  if (!signal.aborted) {
    share.set({ item: { ...item, ...facts } })
  }
}

export function closeShare (): void {
  leaving?.abort()
  share.set({})
}
