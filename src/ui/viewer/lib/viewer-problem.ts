import { isMissing } from '../../client/is-missing.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { retold } from '../../lib/text/retold.ts'
import { shownName } from '../../lib/text/shown-name.ts'
import { t } from '../../lib/text/t.ts'

/** Messages of the node for a path that does not exist. */
const GONE = /file does not exist|not a directory|no link named/i

/** Answers of the gateway for content that is neither local nor found in the network. */
const NOT_FETCHED = /^HTTP (?:404|410|412|502|504)/

/**
 * Returns the message for a file that cannot be shown.
 *
 * @param isOffline - whether the network was not used
 */
export function viewerProblem (
  err: unknown,
  { name, isOffline }: { name: string; isOffline: boolean }
): PlainError {
  const { message } = err as Error

  if (GONE.test(message)) {
    return retold(() => ({
      what: t('“{name}” no longer exists.', { name: shownName(name) }),
      next: t('It was moved, renamed or deleted, perhaps in another tab.'),
      detail: message
    }))
  }

  return NOT_FETCHED.test(message) || isMissing(err)
    ? retold(() => ({
      what: t('This file is not on this device and could not be fetched.'),
      next: isOffline
        ? t('You are offline. Connect to the network and try again.')
        : t('Try again when a device that has it is online.'),
      detail: message
    }))
    : plainError(err)
}
