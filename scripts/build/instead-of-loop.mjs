import { cutCode, visit } from './cut-code.mjs'

/**
 * A plugin that puts another way to send in the place of the loop by which a module of a package sends each part of what is written by itself.
 *
 * @param {{ name: string, file: RegExp, sends: string, by: string, otherwise: string }} options file: of the module; sends: what stands in that loop alone; by: code in
 *   its place, which may not be longer; otherwise: what is said where there is not one such loop
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
      visit(this.parse(code), ({ type, start, end }) => { if (type === 'ForOfStatement' && code.slice(start, end).includes(sends)) loops.push({ start, end, by }) })

      if (loops.length !== 1) {
        throw new Error(otherwise)
      }

      return { code: cutCode(code, loops), map: null }
    }
  }
}
