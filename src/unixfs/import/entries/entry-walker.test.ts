import all from 'it-all'
import { describe, expect, it } from 'vitest'
import type { ImportEntry } from '../../format/import-entry.ts'
import { EntryWalker } from './entry-walker.ts'

/** Walks a flat list. Prints directories with a trailing slash and their entries indented. */
async function tree (paths: string[]): Promise<string[]> {
  const lines: string[] = []
  const walker = new EntryWalker(entries(paths))

  async function walk (path: string, indent: string): Promise<void> {
    for await (const { name, node } of walker.children(path)) {
      lines.push(`${indent}${name}${node.kind === 'directory' ? '/' : ''}`)

      if (node.kind === 'directory') {
        await walk(node.path, `${indent}  `)
      }
    }
  }

  await walk('/', '')
  return lines
}

async function* entries (paths: string[]): AsyncGenerator<ImportEntry> {
  for (const path of paths) {
    yield { path: path.replace(/\/$/, ''), kind: path.endsWith('/') ? 'directory' : 'file' }
  }
}

describe('EntryWalker', () => {
  it.each([
    [[], []],
    [['a', 'b'], ['a', 'b']],
    [['d/a', 'd/e/f', 'g'], ['d/', '  a', '  e/', '    f', 'g']],
    [['d/', 'd/a', 'e/'], ['d/', '  a', 'e/']],
    // not depth first: reopens the directory
    [['d/a/1', 'd/b/1', 'd/a/2'], ['d/', '  a/', '    1', '  b/', '    1', '  a/', '    2']],
    // entries below a file are skipped
    [['a', 'a/x', 'b'], ['a', 'b']],
    [['ab', 'a/x'], ['ab', 'a/', '  x']],
    // an unnamed directory contains all following entries
    [['x', '/', 'y', 'z/1'], ['x', '/', '  y', '  z/', '    1']],
    [['', ''], ['', '']]
  ])('builds a tree from %j', async (paths, lines) => {
    expect(await tree(paths)).toEqual(lines)
  })

  it('requests the next entry only after the previous one is done', async () => {
    let asked = 0

    async function* counted (): AsyncGenerator<ImportEntry> {
      for (const path of ['a', 'b', 'c']) {
        asked++
        yield { path, kind: 'file' }
      }
    }

    for await (const { name } of new EntryWalker(counted()).children('/')) {
      expect(asked).toBe('abc'.indexOf(name) + 1)
    }
  })

  it('yields mode and time of each entry, and the mode of Go for symlinks', async () => {
    async function* some (): AsyncGenerator<ImportEntry> {
      yield { path: 'a', kind: 'file', mode: 0o600, mtime: { secs: 5 } }
      yield { path: 'l', kind: 'symlink', target: 'a', mode: 0o600 }
      yield { path: 'd/x', kind: 'file', mode: 0o600 }
    }

    const stats = (await all(new EntryWalker(some()).children('/'))).map(({ node }) => node.stat)
    expect(stats).toEqual([{ mode: 0o600, mtime: { secs: 5n, nsecs: 0 } }, { mode: 0o1000000777 }, { mode: 0 }])
  })

  it('cancels its source', async () => {
    let left = false

    async function* some (): AsyncGenerator<ImportEntry> {
      try {
        yield { path: 'a', kind: 'file' }
        yield { path: 'b', kind: 'file' }
      } finally {
        left = true
      }
    }

    const walker = new EntryWalker(some())
    await walker.children('/').next()
    await walker.close()
    expect(left).toBe(true)
  })
})
