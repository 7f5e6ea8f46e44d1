// Vite 8 needs Node 20.19 or 22.12; "engines" of package.json says the same.
const LEAST = [20, 19]

/**
 * @param {string} version value of process.versions.node, e.g. "20.19.0"
 * @returns {string | undefined} an error message if that Node is too old
 */
export function tooOld (version) {
  const parts = version.split('.').map(Number)
  if (parts[0] > LEAST[0] || (parts[0] === LEAST[0] && parts[1] >= LEAST[1])) {
    return undefined
  }
  return 'swipfs needs Node.js ' + LEAST.join('.') + ' or newer, and this is ' + version +
    '. Install a newer one from https://nodejs.org/ and run `npm start` again.'
}
