import { openShare } from '../state/share.ts'
import type { ShareItem } from '../state/share.ts'

/** Opens the one sheet for sharing. */
export function ShareButton ({ item }: { item: ShareItem }) {
  return <button type='button' aria-haspopup='dialog' aria-label={`Share ${item.name || 'it'}…`} onClick={() => { openShare(item) }}>Share…</button>
}
