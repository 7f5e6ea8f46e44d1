import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { LAYERS } from '../../layers.js'
import { githubSlug } from './github-slug.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8')

/** Returns the anchors of a document: its headings, and explicit ones. */
function anchorsOf (document: string): string[] {
  const text = read(document)
  return [
    ...[...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
      githubSlug(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
    ),
    ...[...text.matchAll(/<a id="([^"]+)"/g)].map(([, id]) => id)
  ]
}

const DOCUMENTS = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md'),
  ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name))
]

describe.each(DOCUMENTS)('%s', (document) => {
  it('references existing files and folders', () => {
    const folder = path.dirname(document)
    const named = [...read(document).matchAll(/`((?:src|sw|edge|e2e|scripts|bench|docs)\/[\w./-]*)`/g)].map((
      [, name]
    ) => name)
    const linked = [...read(document).matchAll(/\]\(((?!https?:|#)[^)#]+)/g)].map(([, name]) => path.join(folder, name))
    expect([...named, ...linked].filter((name) => !/\/[A-Z]+\//.test(name) && !existsSync(path.join(ROOT, name))))
      .toEqual([])
  })

  it('links to anchors that exist', () => {
    const links = [...read(document).matchAll(/\]\(((?!\w+:)[^)#]*)#([^)]+)\)/g)].map(([, name, anchor]) => ({
      file: name === '' ? document : path.join(path.dirname(document), name),
      anchor
    }))
    expect(links.filter(({ file, anchor }) => file.endsWith('.md') && !anchorsOf(file).includes(anchor))).toEqual([])
  })

  it('has no paragraph of more than 120 words', () => {
    const text = read(document).replace(/^ *```[\s\S]*?^ *```/gm, '').replace(/^ *[|#].*$/gm, '\n')
    // Each item of a list is a paragraph.
    const paragraphs = text.replace(/^ *([-*]|\d+\.) /gm, '\n$&').split(/\n\s*\n/)
    expect(paragraphs.filter((paragraph) => paragraph.split(/\s+/).filter((word) => word !== '').length > 120)).toEqual(
      []
    )
  })

  it('references scripts that exist in package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [...read(document).matchAll(/npm (?:run )?([a-z][\w:]*)/g)].map(([, name]) => name).filter((name) =>
      !['ci', 'run', 'install', 'pack', 'publish', 'deprecate', 'here'].includes(name)
    )
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

it('ARCHITECTURE.md lists every module', () => {
  const modules = LAYERS.filter((module) => existsSync(path.join(ROOT, 'src', module)))
  const rows = [...read('ARCHITECTURE.md').matchAll(/^\| ((?:`[\w-]+\/`,? ?)+)\|/gm)].flatMap(([, names]) =>
    [...names.matchAll(/`([\w-]+)\/`/g)].map(([, name]) => name)
  )
  expect(modules.filter((module) => !rows.includes(module))).toEqual([])
})
