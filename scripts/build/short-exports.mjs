const ONE = /Object\.defineProperty\(exports,("[^"]+"|`[^`]+`),\{enumerable:!0,get:function\(\)\{return ([\w$.]+)\}\}\)/
const MANY = new RegExp(`${ONE.source}(?:,${ONE.source})*`, 'g')

/**
 * Joins the exports of a minified chunk into one call of the registry (`worker-parts.js`). The bundler writes a line
 * for each of some hundred names.
 *
 * @param {string} code as CommonJS
 * @returns {string}
 */
export function shortExports (code) {
  return code.replace(
    MANY,
    (run) =>
      `swipfsParts.exports(exports,{${
        [...run.matchAll(new RegExp(ONE, 'g'))].map(([, name, value]) => `${name.replaceAll('`', '"')}:()=>${value}`)
          .join(',')
      }})`
  )
}
