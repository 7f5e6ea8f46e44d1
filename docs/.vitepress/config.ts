import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import type { DefaultTheme } from 'vitepress'
import { githubSlug } from '../../scripts/docs/github-slug.ts'

const DOCS = fileURLToPath(new URL('..', import.meta.url))
const REPOSITORY = 'https://github.com/swipfs/swipfs'

/** Returns a page of the sidebar, named by the first heading of its file. */
function page (file: string): DefaultTheme.SidebarItem & { link: string } {
  const [, text = file] = /^# (.*)$/m.exec(readFileSync(path.join(DOCS, file), 'utf8')) ?? []
  return { text: text.replaceAll('`', ''), link: `/${file.replace(/README\.md$/, 'index.md').replace(/\.md$/, '')}` }
}

function pagesOf (folder: string): Array<DefaultTheme.SidebarItem & { link: string }> {
  const names = readdirSync(path.join(DOCS, folder)).filter((name) => name.endsWith('.md'))
  // The list of a folder comes first.
  return names.sort((a, b) => Number(b === 'README.md') - Number(a === 'README.md') || (a < b ? -1 : 1)).map((name) =>
    page(`${folder}/${name}`)
  )
}

const SECTIONS = [
  {
    text: 'Start',
    items: ['guide.md', 'browsers.md', 'benchmarks.md', 'differences-from-kubo.md', 'testing.md'].map(page)
  },
  { text: 'How-tos', items: pagesOf('how-to') },
  { text: 'Reference', items: pagesOf('reference') },
  { text: 'Internals', items: pagesOf('internals'), collapsed: true },
  { text: 'Decisions', items: pagesOf('decisions'), collapsed: true }
]

export default defineConfig({
  title: 'swipfs',
  description: 'A whole IPFS node inside a Service Worker',
  outDir: '../dist-docs',
  cacheDir: '../.cache/vitepress',
  // A placeholder, which `scripts/docs/site/relative-site.mjs` replaces: the site works in any folder.
  base: '/VP-BASE/',
  rewrites: {
    'README.md': 'index.md',
    'how-to/README.md': 'how-to/index.md',
    'decisions/README.md': 'decisions/index.md'
  },
  markdown: {
    // The same anchors as on GitHub.
    anchor: { slugify: githubSlug },
    config (md) {
      // Links to files outside of docs/ (sources, ARCHITECTURE.md) lead to the repository.
      md.core.ruler.push('links-to-repository', ({ tokens, env }) => {
        const { realPath, path: file } = env as { realPath?: string; path: string }

        for (const child of tokens.flatMap(({ children }) => children ?? [])) {
          const href = child.type === 'link_open' ? child.attrGet('href') : null

          if (href != null && !/^(\w+:|#)/.test(href)) {
            const target = path.resolve(path.dirname(realPath ?? file), href.replace(/#.*/, ''))

            if (existsSync(target) && (!target.startsWith(DOCS) || !target.endsWith('.md'))) {
              child.attrSet('href', `${REPOSITORY}/blob/main/${path.relative(path.dirname(DOCS), target)}`)
            }
          }
        }
      })
    }
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: SECTIONS.slice(0, 3).map(({ text, items }) => ({ text, link: items[0].link })),
    sidebar: SECTIONS,
    socialLinks: [{ icon: 'github', link: REPOSITORY }]
  }
})
