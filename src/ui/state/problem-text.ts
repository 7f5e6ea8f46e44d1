import type { PlainError } from '../lib/plain-error.ts'
import { node, pageVersion } from './node.ts'

/** What went wrong, for somebody who is to help: in the words that were shown and the node's own, with what it happened in. As in a report, there are no secrets in it. */
export function problemText ({ what, next, detail }: PlainError): string {
  const { phase, agent, workerVersion } = node.value

  return [
    ...[what, next, detail].filter((words) => words != null),
    '',
    `Page: ${pageVersion ?? '–'}, at ${location.hash === '' ? '#/' : location.hash.split(/[/?]/, 2).join('/')}`,
    `Worker: ${workerVersion ?? '–'}`,
    `Node: ${phase}${agent == null ? '' : `, ${agent}`}`,
    `Browser: ${navigator.userAgent}`,
    ''
  ].join('\n')
}
