import { Script } from 'node:vm'

/**
 * Throws if no browser could start the worker: it must be a single classic script (Firefox supports no module workers)
 * without references to Node.
 *
 * @param {string} text of sw.js
 * @param {string} version that it must contain
 */
export function checkWorkerScript (text, version) {
  try {
    // Parses it as a classic script, without running it.
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
