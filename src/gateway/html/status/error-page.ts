import { escapeHtml } from '../../../http/response/escape-html.ts'
import { pageFrame } from '../page/html-page.ts'

/** Titles and explanations for users, shown with the error message. */
const EXPLAINED: Readonly<Record<number, [title: string, advice: string]>> = {
  400: ['Bad Request', 'The address cannot be understood. Is a part of it missing?'],
  404: ['Not Found', 'This is not kept here.'],
  406: ['Not Acceptable', 'This cannot be answered in the form that was asked for.'],
  410: ['Gone', 'This content is not served here.'],
  412: ['Precondition Failed', 'This is not kept here.'],
  416: ['Range Not Satisfiable', 'The part that was asked for lies outside of the content.'],
  422: ['Unprocessable Entity', 'This content is not what its place asks for.'],
  429: ['Too Many Requests', 'Too much is asked for at the moment. Try again in a minute.'],
  500: ['Internal Server Error', 'This content could not be read.'],
  501: ['Not Implemented', 'This cannot be answered.'],
  502: ['Bad Gateway', 'Those who have this content did not send it. Try again later.'],
  503: ['Service Unavailable', 'This cannot be answered now. Try again later.'],
  504: ['Gateway Timeout', 'Nobody who has this content answered in time. Try again later.']
}

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
    `<div class="sheet message"><p><code>${escapeHtml(message)}</code></p></div>\n${sources}${ways}` +
    `${
      diagnosisUrl == null
        ? ''
        : `<p><a href="${escapeHtml(diagnosisUrl)}" rel="noreferrer noopener">Check who has this content</a></p>\n`
    }${foot}`
}
