import type { PlainError } from '../lib/text/plain-error.ts'
import { node, pageVersion } from './node.ts'

/**
 * Returns an error as text for support: the message, the node's original message, and the environment. It contains no
 * secrets, like a report.
 */
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
