import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * The URLs that the worker keeps, so that the page opens without a network:
 * the page, what it links to in its head, and the public files.
 * Not the bootstrap: it is for visits that meet no worker.
 *
 * @param {string} dir the built page
 * @returns {Promise<string[]>} paths, `/` first
 */
export async function shellUrls (dir) {
  const index = await readFile(path.join(dir, 'index.html'), 'utf8')
  const names = (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => '/' + path.relative(dir, path.join(entry.parentPath ?? entry.path, entry.name)).split(path.sep).join('/'))
    .filter((name) => !/\.(map|html)$/.test(name))
    .sort()

  // of the bundled files only those that the page names; chunks of the bootstrap stay out
  return ['/', ...names.filter((name) => !name.startsWith('/assets/') || index.includes(`"${name}"`))]
}
