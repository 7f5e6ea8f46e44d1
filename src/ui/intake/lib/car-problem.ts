import { RpcError } from '../../../client/index.ts'
import { isError } from '../../../errors/define-error.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { retold } from '../../lib/text/retold.ts'
import { t } from '../../lib/text/t.ts'

/** Returns the message for a failed CAR import. For faults of the file it is the node's own message. */
export function carProblem (err: unknown): PlainError {
  return retold(() => sayProblem(err))
}

function sayProblem (err: unknown): PlainError {
  const { name, message } = err as Error

  if (!isError(err, RpcError) && name !== Error.name) {
    return plainError(err)
  }

  switch (true) {
    case /quota|no space left|not enough space/i.test(message):
      return plainError(err)
    case /there are no blocks in the file/.test(message):
      return { what: t('The file is empty.'), next: t('Nothing was imported.') }
    case /^import failed.*unexpected EOF/s.test(message):
      return {
        what: t('The file is incomplete.'),
        next: t('Nothing was saved. The file may be incomplete: get it again.'),
        detail: message
      }
    case /at block|after block/.test(message):
      return {
        what: t('A block in the file is damaged.'),
        next: t('Nothing was saved. Get the file again.'),
        detail: message
      }
    default:
      return {
        what: t('The file isn’t a CAR that the node can read.'),
        next: t('Nothing was saved. You can store the archive as a file instead.'),
        detail: message
      }
  }
}
