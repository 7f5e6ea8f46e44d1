import { readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Lists the files that a first visit of the app loads before it is drawn: the page, and the scripts, preloaded modules
 * and style sheets that its head names. Icons, the manifest, and the language and sections that are loaded later are
 * not among them, nor is the worker.
 *
 * @param {string} dist folder of the built site
 * @returns {Promise<string[]>} paths below it
 */
export async function firstVisitFiles (dist) {
  const page = await readFile(path.join(dist, 'index.html'), 'utf8')
  const tags = page.match(/<script\b[^>]*>|<link\b[^>]*rel="(?:modulepreload|stylesheet)"[^>]*>/g) ?? []
  return ['index.html', ...tags.flatMap((tag) => /(?:src|href)="\.\/([^"]+)"/.exec(tag)?.[1] ?? [])]
}
