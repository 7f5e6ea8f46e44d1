import { Script } from 'node:vm'

/**
 * Refuses a worker that no browser could start: it must be one classic script
 * (Firefox runs no module workers) without leftovers of Node.
 *
 * @param {string} text of sw.js
 * @param {string} version that it must carry
 */
export function checkWorkerScript (text, version) {
  try {
    // parses as a classic script, runs nothing
    new Script(text, { filename: 'sw.js' })
  } catch (err) {
    throw new Error(`the worker is no classic script: ${err.message}`, { cause: err })
  }
  if (text.includes('__vite-browser-external')) {
    throw new Error('the worker imports a Node built-in')
  }
  if (/\bimport\(/.test(text)) {
    throw new Error('the worker imports at run time, which workers refuse')
  }
  if (!text.includes(version)) {
    throw new Error('the worker does not carry the version, so a deployment could leave its bytes as they were')
  }
}
