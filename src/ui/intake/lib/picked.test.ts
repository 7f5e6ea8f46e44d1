import { describe, expect, it } from 'vitest'
import { fromFiles } from './picked.ts'

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
})
