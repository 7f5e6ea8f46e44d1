import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { FLOORS } from '../../floors.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8')

/** Written by `npm run docs` from the declarations, and checked by a test of its own. */
const GENERATED = path.join('docs', 'rpc.md')

const DOCUMENTS = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md'),
  ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name))
    .filter((name) => name !== GENERATED)
]

describe.each(DOCUMENTS)('%s', (document) => {
  it('names files and folders that are there', () => {
    const folder = path.dirname(document)
    const named = [...read(document).matchAll(/`((?:src|sw|edge|e2e|scripts|bench|docs)\/[\w./-]*)`/g)].map(([, name]) => name)
    const linked = [...read(document).matchAll(/\]\(((?!https?:|#)[^)#]+)/g)].map(([, name]) => path.join(folder, name))
    expect([...named, ...linked].filter((name) => !/\/[A-Z]+\//.test(name) && !existsSync(path.join(ROOT, name)))).toEqual([])
  })

  it('names scripts that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [...read(document).matchAll(/npm (?:run )?([a-z][\w:]*)/g)].map(([, name]) => name).filter((name) => !['ci', 'run', 'install', 'pack', 'publish', 'deprecate', 'here'].includes(name))
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

it('ARCHITECTURE.md has every room that is there', () => {
  const rooms = FLOORS.filter((room) => existsSync(path.join(ROOT, 'src', room)))
  const rows = [...read('ARCHITECTURE.md').matchAll(/^\| ((?:`[\w-]+\/`,? ?)+)\|/gm)].flatMap(([, names]) => [...names.matchAll(/`([\w-]+)\/`/g)].map(([, name]) => name))
  expect(rooms.filter((room) => !rows.includes(room))).toEqual([])
})
