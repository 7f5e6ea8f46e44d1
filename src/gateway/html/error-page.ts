import { escapeHtml } from '../../http/escape-html.ts'
import { pageFrame } from './html-page.ts'

/** What an error means to a person, beside the words of the program. */
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

/** What else an error page says. */
export interface ErrorPageParts {
  /** what it means to a person, where more is known than the status says; plain text */
  advice?: string
  /** who was asked and why each failed, as HTML */
  sources?: string
  /** what a person can do now, as HTML */
  ways?: string
  /** where a person can find out who has the content; without a link when left out */
  diagnosisUrl?: string
}

/** An error as a page. */
export function errorPage (status: number, message: string, { advice, sources = '', ways = '', diagnosisUrl }: ErrorPageParts = {}): string {
  const [title, meaning] = EXPLAINED[status] ?? ['Error', '']
  const { head, foot } = pageFrame(`${status} ${title}`, { main: 'bad' })

  return `${head}<h1>${status} ${title}</h1>\n<p class="facts">${escapeHtml(advice ?? meaning)}</p>\n` +
    `<div class="sheet message"><p><code>${escapeHtml(message)}</code></p></div>\n${sources}${ways}` +
    `${diagnosisUrl == null ? '' : `<p><a href="${escapeHtml(diagnosisUrl)}" rel="noreferrer noopener">Check who has this content</a></p>\n`}${foot}`
}
