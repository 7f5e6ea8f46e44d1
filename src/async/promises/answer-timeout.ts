import { defineError, isError } from '../../errors/define-error.ts'
import { settledWithin } from './settled-within.ts'

/** Long enough that a busy machine is not asked twice. */
const AGAIN_MS = 5000

/** Thrown if a question was never answered. */
export class NoAnswerError extends defineError('NoAnswerError') {}

export interface AnswerTimeoutOptions {
  /** whether the question may be repeated */
  again?: boolean
  /** maximum time to wait in milliseconds; 30 s by default */
  patienceMs?: number
}

/**
 * Asks the browser, and again if it does not answer. Chromium never answers some questions about its storage
 * (`indexedDB.databases`, the Cache API) that arrive while the data of the site is being cleared; a moment later it
 * answers the same question.
 *
 * @param ask - called again if there is no answer for a while
 * @throws the error of `ask`, or NoAnswerError after the maximum time
 */
export async function withAnswerTimeout<T> (
  ask: () => Promise<T>,
  { again = true, patienceMs = 30_000 }: AnswerTimeoutOptions = {}
): Promise<T> {
  const asked = [ask()]

  for (let left = patienceMs; left > 0; left -= AGAIN_MS) {
    const settled = await settledWithin(Promise.race(asked), Math.min(left, AGAIN_MS))

    if (settled !== 'late') {
      if ('error' in settled) {
        throw settled.error
      }

      return settled.value
    }

    if (again && left > AGAIN_MS) {
      asked.push(ask())
    }
  }

  asked.at(-1)?.catch(() => {})
  throw new NoAnswerError('the browser does not answer, try again')
}

/**
 * Returns a default value for a failed question, unless the browser did not answer at all.
 *
 * @throws NoAnswerError: the state is unknown then, and callers must not continue as if there were nothing
 */
export function fallbackUnlessTimeout<T> (err: unknown, value: T): T {
  if (isError(err, NoAnswerError)) {
    throw err
  }

  return value
}
