import { isMissing } from '../../client/is-missing.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { retold } from '../../lib/text/retold.ts'
import { t } from '../../lib/text/t.ts'

/**
 * Returns the message for an inspected block that can no longer be read. Only the local store was searched, because it
 * was there.
 */
export function blockProblem (err: unknown): PlainError {
  return isMissing(err)
    ? retold(() => ({
      what: t('The block is no longer on this device.'),
      next: t('It was removed to free space. Check again to fetch it.'),
      detail: (err as Error).message
    }))
    : plainError(err)
}
