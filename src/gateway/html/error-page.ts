import { escapeHtml } from '../../http/escape-html.ts'
import { pageFrame } from './html-page.ts'

/** What an error means to a person, beside the words of the program. */
const EXPLAINED: Readonly<Record<number, [title: string, advice: string]>> = {
  400: ['Bad Request', 'The address cannot be understood. Is a part of it missing?'],
  404: ['Not Found', 'This is not kept here, or the content has nothing of this name.'],
  406: ['Not Acceptable', 'This cannot be answered in the form that was asked for.'],
  410: ['Gone', 'This content is not served here.'],
  412: ['Precondition Failed', 'This is not kept here.'],
  416: ['Range Not Satisfiable', 'The part that was asked for lies outside of the content.'],
  422: ['Unprocessable Entity', 'This content is not what its place asks for.'],
  500: ['Internal Server Error', 'This content could not be read.'],
  501: ['Not Implemented', 'This cannot be answered.'],
  502: ['Bad Gateway', 'Those who have this content did not send it. Try again later.'],
  503: ['Service Unavailable', 'This cannot be answered now. Try again later.'],
  504: ['Gateway Timeout', 'Nobody who has this content answered in time. Try again later.']
}

/** What stands below an error, as HTML. */
export interface ErrorPageParts {
  /** who was asked and why each failed */
  sources?: string
  /** what a person can do now */
  ways?: string
}

/** An error as a page. */
export function errorPage (status: number, message: string, { sources = '', ways = '' }: ErrorPageParts = {}): string {
  const [title, advice] = EXPLAINED[status] ?? ['Error', '']
  const { head, foot } = pageFrame(`${status} ${title}`, 'bad')

  return `${head}<h1>${status} ${title}</h1>\n<p class="facts">${advice}</p>\n` +
    `<div class="sheet message"><p><code>${escapeHtml(message)}</code></p></div>\n${sources}${ways}${foot}`
}
