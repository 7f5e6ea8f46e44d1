import { describe, expect, it } from 'vitest'
import { highlightLines } from './highlight-lines.ts'

describe('highlightLines', () => {
  it('classifies tokens, and keeps every character', () => {
    const text = '/* a\n b */\nexport const n = 12 // end\n\nfunction go (x: string) {\n  return "é<b>"\n}\n'
    const lines = highlightLines(text, 'typescript')
    expect(lines.map((line) => line.map((token) => typeof token === 'string' ? token : token[0]).join('')).join('\n'))
      .toBe(text)
    expect(lines[0]).toEqual([['/* a', 'comment']])
    expect(lines[1]).toEqual([[' b */', 'comment']])
    expect(lines[2]).toEqual([
      ['export', 'keyword'],
      ' ',
      ['const', 'keyword'],
      ' n = ',
      ['12', 'number'],
      ' ',
      ['// end', 'comment']
    ])
    expect(lines[3]).toEqual([])
    expect(lines[4]).toContainEqual(['go', 'name'])
    expect(lines[5]).toContainEqual(['"é<b>"', 'string'])
  })

  it('reads markup as text', () => {
    expect(highlightLines('<a href="x">&amp;</a>', 'xml').flat()).toContainEqual(['a', 'name'])
  })
})
