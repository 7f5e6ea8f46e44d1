import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { LAYERS } from '../../layers.js'
import { ROOT } from '../root.mjs'
import { githubSlug } from './github-slug.ts'

const readDocument = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8')

/** Returns the anchors of a document: its headings, and explicit ones. */
function anchorsOf (document: string): string[] {
  const text = readDocument(document)
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
    const named = [...readDocument(document).matchAll(/`((?:src|sw|edge|cli|e2e|scripts|bench|docs)\/[\w./-]*)`/g)].map(
      (
        [, name]
      ) => name
    )
    const linked = [...readDocument(document).matchAll(/\]\(((?!https?:|#)[^)#]+)/g)].map(([, name]) =>
      path.join(folder, name)
    )
    expect([...named, ...linked].filter((name) => !/\/[A-Z]+\//.test(name) && !existsSync(path.join(ROOT, name))))
      .toEqual([])
  })

  it('links to anchors that exist', () => {
    const links = [...readDocument(document).matchAll(/\]\(((?!\w+:)[^)#]*)#([^)]+)\)/g)].map(([, name, anchor]) => ({
      file: name === '' ? document : path.join(path.dirname(document), name),
      anchor
    }))
    expect(links.filter(({ file, anchor }) => file.endsWith('.md') && !anchorsOf(file).includes(anchor))).toEqual([])
  })

  it('has no paragraph of more than 120 words', () => {
    const text = readDocument(document).replace(/^ *```[\s\S]*?^ *```/gm, '').replace(/^ *[|#].*$/gm, '\n')
    // Each item of a list is a paragraph.
    const paragraphs = text.replace(/^ *([-*]|\d+\.) /gm, '\n$&').split(/\n\s*\n/)
    expect(paragraphs.filter((paragraph) => paragraph.split(/\s+/).filter((word) => word !== '').length > 120)).toEqual(
      []
    )
  })

  it('references scripts that exist in package.json', () => {
    const { scripts } = JSON.parse(readDocument('package.json')) as { scripts: Record<string, string> }
    const named = [...readDocument(document).matchAll(/npm (?:run )?([a-z][\w:]*)/g)].map(([, name]) => name).filter((
      name
    ) => !['ci', 'run', 'install', 'pack', 'publish', 'deprecate', 'here'].includes(name))
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

/** Headings of a page about a subsystem, in this order. */
const HEADINGS = [
  'Purpose',
  'Vocabulary',
  'Data on disk',
  'Algorithm',
  'Failure and recovery',
  'Limits',
  'Where in the code',
  'Tests'
]

const CODE_FILES = ['src', 'sw', 'edge', 'cli', 'scripts', 'e2e', 'bench'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))
).filter((name) => /\.(tsx?|m?js)$/.test(name))
/** Files that the build writes, and one at the root. */
const OTHER_FILES = ['sw.js', 'deferred.js', 'own-origin.js', 'swarm.js', 'lib/sw/sw.js', 'page/client.js', 'layers.js']

describe.each(DOCUMENTS.filter((name) => name.startsWith('docs/internals/')))('%s', (document) => {
  // Fenced code is no prose.
  const text = readDocument(document).replace(/^```[\s\S]*?^```/gm, '')

  it.skipIf(document.endsWith('glossary.md'))('has the fixed headings, and 400 to 900 words', () => {
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual(HEADINGS)
    const words = text.split(/\s+/).filter((word) => word !== '').length
    expect(words).toBeGreaterThanOrEqual(400)
    expect(words).toBeLessThanOrEqual(900)
  })

  it('names files that exist', () => {
    // By the end of their path.
    const known = [...CODE_FILES, ...OTHER_FILES].map((name) => `/${name}`)
    const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|m?js))`/g)].map(([, name]) => name)
    expect(named.filter((name) => !known.some((file) => file.endsWith(`/${name}`)))).toEqual([])
  })

  it('names identifiers of the code', () => {
    const named = [...text.matchAll(/`([A-Za-z_$][\w$]*(?:\.[a-zA-Z]\w*)*)(?:\(\))?`/g)].flatMap(([, name]) =>
      name.split('.')
    )
    expect([...new Set(named)].filter((name) => !codeWords().has(name))).toEqual([])
  })
})

it('the glossary has at most 40 terms', () => {
  const terms = [...readDocument('docs/internals/glossary.md').matchAll(/^\| (?!Term )[^|-]/gm)]
  expect(terms.length).toBeGreaterThan(10)
  expect(terms.length).toBeLessThanOrEqual(40)
})

let words: Set<string> | undefined

/** Returns the identifiers, and other words, of all code. */
function codeWords (): Set<string> {
  words ??= new Set(
    [...CODE_FILES, 'package.json', 'layers.js', 'budgets.json'].flatMap((name) =>
      readDocument(name).match(/[A-Za-z_$][\w$]*/g) ?? []
    )
  )
  return words
}

it('ARCHITECTURE.md lists every module', () => {
  const modules = LAYERS.filter((module) => existsSync(path.join(ROOT, 'src', module)))
  const rows = [...readDocument('ARCHITECTURE.md').matchAll(/^\| ((?:`[\w-]+\/`,? ?)+)\|/gm)].flatMap(([, names]) =>
    [...names.matchAll(/`([\w-]+)\/`/g)].map(([, name]) => name)
  )
  expect(modules.filter((module) => !rows.includes(module))).toEqual([])
})
