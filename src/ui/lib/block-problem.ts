import { isMissing } from './is-missing.ts'
import { plainError } from './plain-error.ts'
import type { PlainError } from './plain-error.ts'
import { retold } from './retold.ts'
import { t } from './t.ts'

/** Why a block that was looked into cannot be read now. Nobody else is asked for it: it was here. */
export function blockProblem (err: unknown): PlainError {
  return isMissing(err)
    ? retold(() => ({ what: t('The block is not in this browser any more.'), next: t('Its space was freed since you looked. Look again to fetch it.'), detail: (err as Error).message }))
    : plainError(err)
}
