import { ENTRY_KINDS } from './entry-kind.ts'
import type { EntryKind } from './entry-kind.ts'

/** How a listing is ordered, and of what kind its entries are. */
export interface ListingTools {
  /** undefined for the order in which it comes soonest */
  sort: 'name' | 'size' | undefined
  descending: boolean
  /** undefined for all */
  kind: EntryKind | undefined
}

const NAMES: Readonly<Record<EntryKind, string>> = { folder: 'Folders', picture: 'Pictures', film: 'Films', sound: 'Sounds', text: 'Texts', file: 'Other files' }

/** Links that order and sift a listing: they work without scripts, and can be kept. */
export function listingTools ({ sort, descending, kind }: ListingTools): string {
  const link = (text: string, to: { sort?: string, kind?: string }, current: boolean): string =>
    `<a href="?${[to.sort == null ? [] : [`sort=${to.sort}`], to.kind == null ? [] : [`kind=${to.kind}`]].flat().join('&amp;')}"${current ? ' aria-current="true"' : ''}>${text}</a>`

  const kept = sort == null ? undefined : `${descending ? '-' : ''}${sort}`
  const orders = (['name', 'size'] as const).map((by) => link(by === sort ? `${by} ${descending ? '↓' : '↑'}` : by, { sort: by === sort && !descending ? `-${by}` : by, kind }, by === sort))
  const kinds = [link('All', { sort: kept }, kind == null), ...ENTRY_KINDS.map((each) => link(NAMES[each], { sort: kept, kind: each }, each === kind))]
  return `<nav class="tools" aria-label="Order and kinds"><span>By ${orders.join(' · ')}</span><span>${kinds.join(' · ')}</span></nav>\n`
}
