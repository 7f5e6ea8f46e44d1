import { RpcError } from '../../../client/index.ts'
import { isError } from '../../../errors/define-error.ts'
import { isMissing } from '../../client/is-missing.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { retold } from '../../lib/text/retold.ts'
import { t, words } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'

const BY_MESSAGE: ReadonlyArray<readonly [pattern: RegExp, what: Words, next: Words]> = [
  [
    /no link named|key not found|invalid segment for lookup|called on wrong kind/i,
    words('There is nothing of that name in it.'),
    words('Look at what is above it.')
  ],
  [
    /invalid path|invalid cid|failed to parse|unexpected char|selected encoding not supported/i,
    words('This is no address of IPFS content.'),
    words('A letter may be missing or wrong.')
  ],
  [
    /DNSLink|could not resolve name|routing: not found|resolve name/i,
    words('The name leads nowhere now.'),
    words('It may not be published, or nobody who was asked knows it.')
  ]
]

/**
 * Returns the message for content that cannot be explored.
 *
 * @param isOffline - whether only the local store was searched
 */
export function exploreProblem (err: unknown, { isOffline = false }: { isOffline?: boolean } = {}): PlainError {
  const { message } = err as Error
  const known = BY_MESSAGE.find(([pattern]) => pattern.test(message))

  if (known != null && isError(err, RpcError)) {
    return retold(() => ({ what: t(known[1]), next: t(known[2]), detail: message }))
  }

  return isMissing(err)
    ? retold(() => ({
      what: t('It is not in this browser, and could not be had.'),
      next: isOffline
        ? t('This node is offline and asks nobody.')
        : t(
          'Those who were asked do not have it, or cannot be reached now. Try again later, or call somebody who has it.'
        ),
      detail: message
    }))
    : plainError(err)
}
