import { encodeCar } from './car-of.mjs'

/**
 * Builds a CAR of a directory with very many equal files, so that only the names differ. Built here instead of in the
 * page: a browser takes minutes to send a form with so many parts.
 *
 * @param {number} count of files
 * @returns {Promise<{ root: string, car: Buffer }>}
 */
export async function directoryCar (count) {
  const content = Uint8Array.of(120)
  return await encodeCar(
    (function* () {
      for (let i = 0; i < count; i++) {
        yield { path: `file-${i}.txt`, content }
      }
    })(),
    { wrapWithDirectory: true }
  )
}
