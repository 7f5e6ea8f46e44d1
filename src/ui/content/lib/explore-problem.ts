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
    words('It contains nothing with that name.'),
    words('Open the parent folder.')
  ],
  [
    /invalid path|invalid cid|failed to parse|unexpected char|selected encoding not supported/i,
    words('That isn’t a valid IPFS address.'),
    words('Check for typos.')
  ],
  [
    /DNSLink|could not resolve name|routing: not found|resolve name/i,
    words('The name points to nothing now.'),
    words('It may not be published, or the contacted peers and routers do not know it.')
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
      what: t('It is not on this device, and no copy was found.'),
      next: isOffline
        ? t('You are offline. No peers or servers are contacted.')
        : t(
          'The contacted peers and servers don’t have it, or can’t be reached now. Try again later, or connect to a peer that has it.'
        ),
      detail: message
    }))
    : plainError(err)
}
