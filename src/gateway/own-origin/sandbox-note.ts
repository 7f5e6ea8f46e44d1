import { escapeHtml } from '../../http/response/escape-html.ts'
import { PUBLIC_GATEWAY_URL } from '../html/status/error-page-links.ts'

/** Styles of the note, independent of the styles of the page: dark on light in both color schemes. */
const NOTE_STYLE =
  'all:initial;display:block;position:relative;z-index:2147483647;box-sizing:border-box;padding:8px 16px;' +
  'border-bottom:1px solid #8a5a00;background:#f3e6c9;color:#1e2a2c;font:14px/1.5 ui-sans-serif,system-ui,sans-serif'
const LINK_STYLE = 'all:revert;color:#0b4f6c;font:inherit'

export interface SandboxNoteParts {
  /** features that do not work, as plural nouns in lower case */
  off: readonly string[]
  /** the reason, as a clause */
  lacking: string
  /** a host of this machine with own origins for sites, with its port */
  otherHost?: string | undefined
}

/**
 * Renders the note at the top of a sandboxed page: the disabled features, the reason, and the place where they work.
 */
export function sandboxNote (
  { protocol, pathname, search }: URL,
  { off, lacking, otherHost }: SandboxNoteParts
): string {
  const list = off.length > 1 ? `${off.slice(0, -1).join(', ')} and ${off.at(-1)}` : off.join()
  const base = otherHost == null ? PUBLIC_GATEWAY_URL : `${protocol}//${otherHost}`
  const where = otherHost == null
    ? 'a public gateway, which shows what others share too'
    : 'which has addresses for sites'

  const remedy = pathname.startsWith('/mfs')
    ? ''
    : ` To use all of it, open it at <a style="${LINK_STYLE}" rel="noreferrer" href="${
      escapeHtml(base + pathname + search)
    }">${escapeHtml(new URL(base).host)}</a>, ${where}.`

  return `<div role="note" style="${NOTE_STYLE}">${
    escapeHtml(list[0].toUpperCase() + list.slice(1))
  } are off here, since this page has no address of its own: ${escapeHtml(lacking)}.${remedy}</div>`
}
