const ONE = /Object\.defineProperty\(exports,("[^"]+"|`[^`]+`),\{enumerable:!0,get:function\(\)\{return ([\w$.]+)\}\}\)/
const MANY = new RegExp(`${ONE.source}(?:,${ONE.source})*`, 'g')

/**
 * What a minified chunk exports, said in one call of the registry (`worker-parts.js`): the bundler writes a line of its own for each of
 * some hundred names.
 *
 * @param {string} code as CommonJS
 * @returns {string}
 */
export function shortExports (code) {
  return code.replace(MANY, (run) => `swipfsParts.exports(exports,{${[...run.matchAll(new RegExp(ONE, 'g'))].map(([, name, value]) => `${name.replaceAll('`', '"')}:()=>${value}`).join(',')}})`)
}
