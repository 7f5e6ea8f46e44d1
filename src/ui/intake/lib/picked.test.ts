import { describe, expect, it } from 'vitest'
import { fromFiles, together } from './picked.ts'

function file (path: string, size = 1): File {
  const made = new File(['x'.repeat(size)], path.split('/').at(-1) ?? '')
  return Object.defineProperty(made, 'webkitRelativePath', { value: path.includes('/') ? path : '' })
}

describe('picked', () => {
  it('makes one item of a folder and one of each file', async () => {
    const picked = await fromFiles([file('a.txt', 2), file('d/b', 3), file('d/e/c', 4), file('a.txt', 5)])
    expect(
      picked.map(({ name, kind, totalBytes, entries }) => [name, kind, totalBytes, entries.map(({ path }) => path)])
    ).toEqual([
      ['a.txt', 'file', 2, ['a.txt']],
      ['d', 'folder', 7, ['d/b', 'd/e/c']],
      ['a.txt', 'file', 5, ['a.txt']]
    ])
  })

  it('puts all files in one folder, and renames duplicates', async () => {
    const one = together(
      await fromFiles([file('a.txt'), file('a.txt'), file('d/a.txt'), file('.profile'), file('.profile')])
    )
    expect(one).toMatchObject({ name: 'a.txt and 4 more', kind: 'folder', wrap: true, totalBytes: 5 })
    expect(one.entries.map(({ path }) => path)).toEqual(['a.txt', 'a (2).txt', 'd/a.txt', '.profile', '.profile (2)'])
  })
})
