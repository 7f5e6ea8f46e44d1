import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { FLOORS } from '../../floors.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8')

describe.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s', (document) => {
  it('names files and folders that are there', () => {
    const named = [...read(document).matchAll(/`((?:src|sw|e2e|scripts|bench|docs)\/[\w./-]*)`/g)].map(([, name]) => name)
    const linked = [...read(document).matchAll(/\]\(((?!https?:|#)[^)]+)\)/g)].map(([, name]) => name)
    expect([...named, ...linked].filter((name) => !/\/[A-Z]+\//.test(name) && !existsSync(path.join(ROOT, name)))).toEqual([])
  })

  it('names scripts that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [...read(document).matchAll(/npm (?:run )?([a-z][\w:]*)/g)].map(([, name]) => name).filter((name) => !['ci', 'run', 'install', 'pack', 'here'].includes(name))
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

it('ARCHITECTURE.md has every room that is there', () => {
  const rooms = FLOORS.filter((room) => existsSync(path.join(ROOT, 'src', room)))
  const rows = [...read('ARCHITECTURE.md').matchAll(/^\| ((?:`[\w-]+\/`,? ?)+)\|/gm)].flatMap(([, names]) => [...names.matchAll(/`([\w-]+)\/`/g)].map(([, name]) => name))
  expect(rooms.filter((room) => !rows.includes(room))).toEqual([])
})
