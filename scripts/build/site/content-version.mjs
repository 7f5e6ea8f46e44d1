import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const HASH_CHARS = 12

/**
 * Returns a placeholder for the worker's version until it is known. It has the length of the real version, so that
 * source maps stay valid.
 */
export function placeholderVersion (release) {
  return `${release}-${'@'.repeat(HASH_CHARS)}`
}

/**
 * Returns a version by content. Equal files give an equal version, and any change of page or worker gives another one,
 * so that each deployment changes the worker's bytes.
 *
 * @param {string} dir the built site
 * @param {string} release of package.json, for display
 * @returns {Promise<string>} e.g. `0.1.0-3f8a90b1c2d4`
 */
export async function contentVersion (dir, release) {
  const hash = createHash('sha256')
  const names = (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort()

  for (const name of names) {
    hash.update(path.relative(dir, name)).update('\0').update(await readFile(name)).update('\0')
  }
  return `${release}-${hash.digest('hex').slice(0, HASH_CHARS)}`
}
