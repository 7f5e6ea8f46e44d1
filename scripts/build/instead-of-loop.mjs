import { cutCode, visit } from './cut-code.mjs'

/**
 * Returns a plugin that replaces the send loop of a package's module, which sends each part of a write separately.
 *
 * @param {{ name: string, file: RegExp, sends: string, by: string, otherwise: string }} options
 * - file: matches the module
 * - sends: code that only this loop contains
 * - by: the replacement, which must not be longer
 * - otherwise: the error message if there is not exactly one such loop
 * @returns {import('vite').Plugin}
 */
export function insteadOfLoop ({ name, file, sends, by, otherwise }) {
  return {
    name,
    enforce: 'post',

    transform (code, id) {
      if (!file.test(id)) {
        return
      }

      const loops = []
      visit(this.parse(code), ({ type, start, end }) => {
        if (type === 'ForOfStatement' && code.slice(start, end).includes(sends)) {
          loops.push({ start, end, by })
        }
      })

      if (loops.length !== 1) {
        throw new Error(otherwise)
      }

      return { code: cutCode(code, loops), map: null }
    }
  }
}
