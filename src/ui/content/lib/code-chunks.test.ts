import { describe, expect, it } from 'vitest'
import { codeChunks } from './code-chunks.ts'

const textOf = (tokens: ReadonlyArray<string | readonly [string, string]>): string =>
  tokens.map((token) => typeof token === 'string' ? token : token[0]).join('')

describe('codeChunks', () => {
  it('limits the rows of a chunk, and counts lines through', () => {
    const chunks = codeChunks(Array.from({ length: 120 }, (_, i) => [`line ${i}`]))
    expect(chunks.map(({ length }) => length)).toEqual([50, 50, 20])
    expect(chunks.flat().map(({ line }) => line)).toEqual(Array.from({ length: 120 }, (_, i) => i))
  })

  it('splits long lines, and keeps every character and class', () => {
    const long = 'x'.repeat(10_000)
    const chunks = codeChunks([['a'], ['const ', [long, 'string'], '!'], []])
    expect(Math.max(...chunks.map((rows) => rows.reduce((sum, { tokens }) => sum + textOf(tokens).length, 0))))
      .toBeLessThanOrEqual(4096)
    const rows = chunks.flat()
    expect(rows.map(({ line }) => line)).toEqual([0, 1, undefined, undefined, 2])
    expect(rows.map(({ isEnd }) => isEnd)).toEqual([true, false, false, true, true])
    expect(rows.slice(1, 4).map(({ tokens }) => textOf(tokens)).join('')).toBe(`const ${long}!`)
    expect(rows[2].tokens).toEqual([['x'.repeat(4096), 'string']])
  })
})
