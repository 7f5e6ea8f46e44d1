import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Lists the files of a first visit of the app. Icons, the manifest, and the language and sections that are loaded later
 * are not among them, nor is the worker.
 *
 * @param {string} dist folder of the built site
 * @returns {Promise<{ page: string[], content: string[] }>} paths below it: the page with the scripts and style sheets
 *   that its head names, which draw the frame; and those of its content, which the frame loads (`src/ui/workspace.tsx`)
 */
export async function firstVisitFiles (dist) {
  const page = await readFile(path.join(dist, 'index.html'), 'utf8')
  const tags = page.match(/<script\b[^>]*>|<link\b[^>]*rel="(?:modulepreload|stylesheet)"[^>]*>/g) ?? []
  const content = (await readdir(path.join(dist, 'assets'))).filter((name) =>
    /^workspace-[\w-]+\.(?:js|css)$/.test(name)
  )

  if (content.length === 0) {
    throw new Error('the build has no script of the content (src/ui/workspace.tsx)')
  }

  return {
    page: ['index.html', ...tags.flatMap((tag) => /(?:src|href)="\.\/([^"]+)"/.exec(tag)?.[1] ?? [])],
    content: content.map((name) => `assets/${name}`)
  }
}
