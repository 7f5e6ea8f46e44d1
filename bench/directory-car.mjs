import { carOf } from './car-of.mjs'

/**
 * A CAR of a directory of very many files that are all equal, so that it is their names that are many. Made here and not in the
 * page: a browser takes minutes to send a form of so many parts.
 *
 * @param {number} count of files
 * @returns {Promise<{ root: string, car: Buffer }>}
 */
export async function directoryCar (count) {
  const content = Uint8Array.of(120)
  return await carOf((function * () { for (let i = 0; i < count; i++) yield { path: `file-${i}.txt`, content } })(), { wrapWithDirectory: true })
}
