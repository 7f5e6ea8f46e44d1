import { escapeHtml } from '../../../http/response/escape-html.ts'
import { pageFrame } from '../page/html-page.ts'

/** Titles and explanations for users, shown with the error message. */
const EXPLAINED: Readonly<Record<number, [title: string, advice: string]>> = {
  400: ['Bad Request', 'This address is incomplete or invalid.'],
  404: ['Not Found', 'This content was not found.'],
  406: ['Not Acceptable', 'This content is not available in the requested format.'],
  410: ['Gone', 'This content is not served here.'],
  412: ['Precondition Failed', 'This content was not found.'],
  416: ['Range Not Satisfiable', 'The requested range is outside of the content.'],
  422: ['Unprocessable Entity', 'This content does not match its address.'],
  429: ['Too Many Requests', 'There are too many requests at the moment. Try again in a minute.'],
  500: ['Internal Server Error', 'This content could not be read.'],
  501: ['Not Implemented', 'This request is not supported.'],
  502: ['Bad Gateway', 'The sources of this content did not send it. Try again later.'],
  503: ['Service Unavailable', 'The node cannot answer right now. Try again later.'],
  504: ['Gateway Timeout', 'No source of this content answered in time. Try again later.']
}

/** Statuses with an explanation. */
export const ERROR_STATUSES: readonly number[] = Object.keys(EXPLAINED).map(Number)

/** Optional parts of an error page. */
export interface ErrorPageParts {
  /** plain text that explains the error, if more is known than the status */
  advice?: string
  /** HTML list of the sources that were asked, with their errors */
  sources?: string
  /** HTML links to actions */
  ways?: string
  /** URL at which a user can look up providers of the content; no link by default */
  diagnosisUrl?: string
}

/** Renders an error page. */
export function errorPage (
  status: number,
  message: string,
  { advice, sources = '', ways = '', diagnosisUrl }: ErrorPageParts = {}
): string {
  const [title, meaning] = EXPLAINED[status] ?? ['Error', '']
  const { head, foot } = pageFrame(`${status} ${title}`, { main: 'bad' })

  return `${head}<h1>${status} ${title}</h1>\n<p class="facts">${escapeHtml(advice ?? meaning)}</p>\n` +
    `<div class="sheet message"><p><code translate="no">${escapeHtml(message)}</code></p></div>\n${sources}${ways}` +
    `${
      diagnosisUrl == null
        ? ''
        : `<p><a href="${
          escapeHtml(diagnosisUrl)
        }" rel="noreferrer noopener">Check for copies of this content</a></p>\n`
    }${foot}`
}
