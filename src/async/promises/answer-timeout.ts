import { settledWithin } from './settled-within.ts'

/** Not so short that a busy machine is asked twice. */
const AGAIN_MS = 5000

/** Says that a question was never answered. */
export class NoAnswerError extends Error {
  static override readonly name = 'NoAnswerError'
  override readonly name = 'NoAnswerError'
}

export interface AnsweredOptions {
  /** whether it may be asked for again */
  again?: boolean
  /** half a minute when left out */
  patienceMs?: number
}

/**
 * What a browser answers. Chromium never answers some questions about its storage (`indexedDB.databases`, the Cache
 * API) that come while the data of the site is cleared; the same question a moment later it does.
 *
 * @param ask - is called again where there is no answer for a while
 * @throws what `ask` throws; NoAnswerError when patience is at its end
 */
export async function answered<T> (
  ask: () => Promise<T>,
  { again = true, patienceMs = 30_000 }: AnsweredOptions = {}
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
