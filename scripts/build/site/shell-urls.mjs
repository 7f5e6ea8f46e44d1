import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** Fetched at each start and never cached, because its content may change at any time. */
const RELAY = '/relay.json'

/** Pictures that only the browser requests, before it installs the page. */
const SCREENSHOTS = '/screenshots/'

/**
 * Returns the URLs that the worker caches, so that the page opens offline: the page, its frame in sites, the window
 * that other sites open, the files that their heads link to and their scripts load later, and the public files. The
 * bootstrap is not cached: it is for visits without a worker.
 *
 * @param {string} dir the built page
 * @returns {Promise<string[]>} paths, `/` first
 */
export async function shellUrls (dir) {
  const pages = await Promise.all(
    ['index.html', 'home-frame.html', 'bridge.html'].map(async (name) => await readFile(path.join(dir, name), 'utf8'))
  )
  const names = (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) =>
      '/' + path.relative(dir, path.join(entry.parentPath ?? entry.path, entry.name)).split(path.sep).join('/')
    )
    .filter((name) => !/\.(map|html|br|gz)$/.test(name) && name !== RELAY && !name.startsWith(SCREENSHOTS))
    .sort()

  const assets = names.filter((name) => name.startsWith('/assets/'))
  const used = new Set(
    assets.filter((name) => pages.some((page) => page.includes(`"${name}"`) || page.includes(`".${name}"`)))
  )

  // Includes only the bundled files that the pages reach; chunks of the bootstrap stay out. The set grows during the
  // iteration, which visits the added names too.
  for (const name of used) {
    const text = name.endsWith('.js') ? await readFile(path.join(dir, name), 'utf8') : ''
    assets.filter((other) => text.includes(path.posix.basename(other))).forEach((other) => {
      used.add(other)
    })
  }

  return [...PAGES, ...names.filter((name) => !name.startsWith('/assets/') || used.has(name))]
}

/**
 * Pages of the shell. They contain the version (`finish-html.mjs`), by which the worker detects a stale page; hosts may
 * change their bytes.
 */
const PAGES = ['/', '/home-frame.html', '/bridge.html']

/**
 * Lists the files of the shell for the worker (`ShellFile` of `sw/shell/shell-file.ts`): pages by their version, other
 * files by a hash.
 *
 * @param {string} dir the built page
 * @param {string[]} urls
 * @returns {Promise<Array<{ url: string, hash?: string, marked?: boolean }>>}
 */
export async function shellFiles (dir, urls) {
  return await Promise.all(urls.map(async (url) =>
    PAGES.includes(url)
      ? { url, marked: true }
      : {
        url,
        hash: createHash('sha256').update(await readFile(path.join(dir, url))).digest().subarray(0, 9).toString(
          'base64url'
        )
      }
  ))
}
