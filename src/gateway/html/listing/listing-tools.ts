import { queryEscape } from '../../../go/url/escape.ts'
import { escapeHtml } from '../../../http/response/escape-html.ts'
import { ENTRY_KINDS, kindsLabel } from '../page/entry-kind.ts'
import type { EntryKind } from '../page/entry-kind.ts'

/** Order and filters of a listing. */
export interface ListingTools {
  /** undefined for the stored order, which is available first */
  sort: 'name' | 'size' | undefined
  descending: boolean
  /** undefined for all kinds */
  kind: EntryKind | undefined
  /** part of the names, ignoring case; empty for all */
  name: string
}

/** Maximum length of a name in any file system. */
export const MAX_NAME_CHARS = 255

/**
 * Renders links that sort and filter a listing, and a search field for names. They work without scripts and can be
 * bookmarked.
 */
export function listingTools ({ sort, descending, kind, name }: ListingTools): string {
  const kept = sort == null ? undefined : `${descending ? '-' : ''}${sort}`

  const link = (text: string, to: { sort?: string; kind?: string }, current: boolean): string => {
    const query = [['sort', to.sort], ['kind', to.kind], ['name', name === '' ? undefined : name]].flatMap((
      [key, value]
    ) => value == null ? [] : [`${key}=${queryEscape(value)}`])
    return `<a href="?${query.join('&amp;')}"${current ? ' aria-current="true"' : ''}>${text}</a>`
  }

  const hidden = (key: string, value: string | undefined): string =>
    value == null ? '' : `<input type="hidden" name="${key}" value="${value}">`
  const orders = (['name', 'size'] as const).map((by) =>
    link(by === sort ? `${by} ${descending ? '↓' : '↑'}` : by, {
      sort: by === sort && !descending ? `-${by}` : by,
      kind
    }, by === sort)
  )
  const kinds = [
    link('All', { sort: kept }, kind == null),
    ...ENTRY_KINDS.map((each) => link(kindsLabel(each), { sort: kept, kind: each }, each === kind))
  ]
  const field = `<form role="search">${hidden('sort', kept)}${
    hidden('kind', kind)
  }<label>Search <input type="search" name="name" value="${
    escapeHtml(name)
  }" maxlength="${MAX_NAME_CHARS}" autocomplete="off" spellcheck="false"></label> <button>Search</button></form>`

  return `<nav class="tools" aria-label="Order and kinds"><span>By ${orders.join(' · ')}</span><span>${
    kinds.join(' · ')
  }</span>${field}</nav>\n`
}
