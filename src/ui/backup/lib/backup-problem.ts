import { carProblem } from '../../intake/lib/car-problem.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { retold } from '../../lib/text/retold.ts'
import { t } from '../../lib/text/t.ts'

const BY_NAME: Partial<Record<string, () => PlainError>> = {
  NoBackupError: () => ({
    what: t('This is no backup of a node.'),
    next: t('Nothing was changed. An archive of other content is imported where files are added.')
  }),
  WrongPasswordError: () => ({
    what: t('The keys do not open with this password.'),
    next: t('Nothing was changed. Try another one, or restore without the keys.')
  }),
  KeyBackupError: () => ({ what: t('The keys could not be taken.'), next: t('All else is as it was.') })
}

/** Returns the message for a failed backup or restore. */
export function backupProblem (err: unknown): PlainError {
  const { name, message } = err as Error
  const said = BY_NAME[name]

  if (said != null) {
    return retold(() => ({ ...said(), detail: message }))
  }

  return /^import failed|(at|after) block/.test(message) ? carProblem(err) : plainError(err)
}
