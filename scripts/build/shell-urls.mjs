import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** Is asked for anew at each start: what it says is of that moment. */
const RELAY = '/relay.json'

/** Pictures that the browser asks for alone, before it installs the page. */
const SCREENSHOTS = '/screenshots/'

/**
 * The URLs that the worker keeps, so that the page opens without a network:
 * the page, the frame that it has in sites, what they link to in their heads and their scripts load later, and the public files.
 * Not the bootstrap: it is for visits that meet no worker.
 *
 * @param {string} dir the built page
 * @returns {Promise<string[]>} paths, `/` first
 */
export async function shellUrls (dir) {
  const pages = await Promise.all(['index.html', 'home-frame.html'].map(async (name) => await readFile(path.join(dir, name), 'utf8')))
  const names = (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => '/' + path.relative(dir, path.join(entry.parentPath ?? entry.path, entry.name)).split(path.sep).join('/'))
    .filter((name) => !/\.(map|html)$/.test(name) && name !== RELAY && !name.startsWith(SCREENSHOTS))
    .sort()

  const assets = names.filter((name) => name.startsWith('/assets/'))
  const used = new Set(assets.filter((name) => pages.some((page) => page.includes(`"${name}"`) || page.includes(`".${name}"`))))

  // of the bundled files only those that the pages lead to; chunks of the bootstrap stay out. A set that grows is gone through to its end
  for (const name of used) {
    const text = name.endsWith('.js') ? await readFile(path.join(dir, name), 'utf8') : ''
    assets.filter((other) => text.includes(path.posix.basename(other))).forEach((other) => { used.add(other) })
  }

  return ['/', '/home-frame.html', ...names.filter((name) => !name.startsWith('/assets/') || used.has(name))]
}

/** The pages of the shell. They carry the version (`finish-html.mjs`), by which the worker tells a stale page; hosts may change their bytes. */
const PAGES = ['/', '/home-frame.html']

/**
 * Lists the files of the shell as the worker wants them (`ShellFile` of `sw/shell-file.ts`): pages by their version, all else by a hash.
 *
 * @param {string} dir the built page
 * @param {string[]} urls
 * @returns {Promise<Array<{ url: string, hash?: string, marked?: boolean }>>}
 */
export async function shellFiles (dir, urls) {
  return await Promise.all(urls.map(async (url) => PAGES.includes(url)
    ? { url, marked: true }
    : { url, hash: createHash('sha256').update(await readFile(path.join(dir, url))).digest().subarray(0, 15).toString('base64url') }))
}
