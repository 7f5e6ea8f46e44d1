import { encodeCar } from './car-of.mjs'

/**
 * Builds a CAR of a directory with many equal files that only differ in their names. Built here instead of in the page:
 * a browser takes minutes to send a form with this number of parts.
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
