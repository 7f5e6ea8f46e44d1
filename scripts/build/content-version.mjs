import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const HASH_CHARS = 12

/** Stands in the worker until its version is known; as long as the real one, so that source maps stay true. */
export function placeholderVersion (release) {
  return `${release}-${'@'.repeat(HASH_CHARS)}`
}

/**
 * A version by content: the same files give the same one, and any change of the
 * page or the worker another, so that each deployment changes the worker's bytes.
 *
 * @param {string} dir the built site
 * @param {string} release of package.json, for people
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
