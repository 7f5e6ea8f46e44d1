import { carProblem } from '../../intake/lib/car-problem.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { retold } from '../../lib/text/retold.ts'
import { t } from '../../lib/text/t.ts'

const BY_NAME: Partial<Record<string, () => PlainError>> = {
  NoBackupError: () => ({
    what: t('This isn’t a backup of this app.'),
    next: t('Nothing was changed. To import another archive, add it to Files.')
  }),
  WrongPasswordError: () => ({
    what: t('Wrong password for the keys.'),
    next: t('Nothing was changed. Try another password, or restore without the keys.')
  }),
  KeyBackupError: () => ({ what: t('The keys could not be restored.'), next: t('Everything else is unchanged.') })
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
