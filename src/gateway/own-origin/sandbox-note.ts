import { escapeHtml } from '../../http/response/escape-html.ts'
import { languageAttributes, translateText } from '../html/page/translate-page.ts'
import type { Translation } from '../html/page/translate-page.ts'
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
 * Renders the note at the top of a sandboxed page: the disabled features, the reason, and the place where they work. It
 * is ASCII, because the page may have any encoding.
 *
 * @param translation - the language of the note; English if left out
 */
export function sandboxNote (
  { protocol, host, hostname, pathname, search }: URL,
  { off, lacking, otherHost }: SandboxNoteParts,
  { language, texts }: Partial<Translation> = {}
): string {
  const say = (english: string, ...values: string[]): string => translateText(english, values, texts)
  const list = new Intl.ListFormat(language ?? 'en-GB').format(off.map((feature) => say(feature)))
  const base = otherHost == null ? PUBLIC_GATEWAY_URL : `${protocol}//${otherHost}`
  const shown = lacking.includes(host) ? host : hostname
  const what = say(
    '{0} are off here, since this page has no address of its own: {1}.',
    list[0].toUpperCase() + list.slice(1),
    say(lacking.replaceAll(shown, '{0}'), shown)
  )

  const remedy = pathname.startsWith('/mfs')
    ? ''
    : ` ${
      say(
        otherHost == null
          ? 'To use all of it, open it at {0}, a public gateway, which shows what others share too.'
          : 'To use all of it, open it at {0}, which has addresses for sites.',
        `<a style="${LINK_STYLE}" rel="noreferrer" href="${escapeHtml(base + pathname + search)}">${
          escapeHtml(new URL(base).host)
        }</a>`
      )
    }`

  const note = `<div role="note" ${languageAttributes(language ?? 'en')} style="${NOTE_STYLE}">${
    escapeHtml(what)
  }${remedy}</div>`
  return note.replace(/[^\0-~]/gu, (char) => `&#${char.codePointAt(0)};`)
}
