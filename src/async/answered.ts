import { settledWithin } from './settled-within.ts'

/** Not so short that a busy machine is asked twice. */
const AGAIN_MS = 5000
const TRIES = 6

/**
 * What a browser answers. Chromium never answers some questions about its storage (`indexedDB.databases`, the Cache API) that come
 * while the data of the site is cleared; the same question a moment later it does.
 *
 * @param ask - is called again where there is no answer for a while
 * @param again - whether that may be
 * @throws what `ask` throws; after half a minute, that there is no answer
 */
export async function answered<T> (ask: () => Promise<T>, { again = true } = {}): Promise<T> {
  const asked = [ask()]

  for (let i = 0; i < TRIES; i++) {
    const settled = await settledWithin(Promise.race(asked), AGAIN_MS)

    if (settled !== 'late') {
      if ('error' in settled) {
        throw settled.error
      }

      return settled.value
    }

    if (again) {
      asked.push(ask())
    }
  }

  asked.at(-1)?.catch(() => {})
  throw new Error('the browser does not answer')
}
