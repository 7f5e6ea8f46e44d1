import { describe, expect, test } from 'vitest'
import { hexLines } from '../../explore/hex-lines.ts'
import { Answer } from './answer.ts'
import type { AnswerRow } from './answer.ts'
import { readHistory, withLine } from './line-history.ts'

function answerOf (...texts: string[]): Answer {
  const answer = new Answer()
  for (const text of texts) {
    answer.push(new TextEncoder().encode(text))
  }
  answer.end()
  return answer
}

function whole (text: string): AnswerRow {
  return { text, isCut: false }
}

describe('an answer', () => {
  test('splits rows, wherever its chunks end', () => {
    const answer = answerOf('{"a":', '1}\n{"b"', ':2}\n\n{"c":3}')
    expect([answer.rows, answer.first, answer.skipped, answer.bytes]).toEqual([
      3,
      ['{"a":1}', '{"b":2}', '{"c":3}'].map(whole),
      0,
      24
    ])
  })

  test('keeps the first and last of very many rows, and counts all', async () => {
    const answer = answerOf(Array.from({ length: 100_000 }, (_, i) => `${i}\n`).join(''))
    expect(answer.rows).toBe(100_000)
    expect([answer.first[0], answer.first.at(-1), answer.last[0], answer.last.at(-1)]).toEqual(
      ['0', '249', '99750', '99999'].map(whole)
    )
    expect(answer.skipped).toBe(99_500)
    expect((await answer.whole()?.text())?.length).toBe(answer.bytes)
  })

  test('truncates a single long row for display, and keeps all of it for saving', async () => {
    const answer = answerOf('x'.repeat(1_100_000), 'y'.repeat(10), '\nz\n', 'y'.repeat(70_000))
    expect(answer.first).toEqual([{ text: 'x'.repeat(1_048_576), isCut: true }, whole('z'), {
      text: 'y'.repeat(65_536),
      isCut: true
    }])
    expect((await answer.whole()?.text())?.length).toBe(1_170_013)
  })

  test('detects whether bytes are text', () => {
    expect(answerOf('héllo\n').head().isText).toBe(true)
    const bytes = new Answer()
    bytes.push(new Uint8Array([0x68, 0, 0xff]))
    expect(bytes.head()).toEqual({ bytes: new Uint8Array([0x68, 0, 0xff]), isText: false })
  })

  test('drops data above the limit, which cannot be saved', () => {
    const answer = new Answer()
    const chunk = new Uint8Array(64 * 1024 * 1024)
    for (let i = 0; i < 4; i++) {
      answer.push(chunk)
    }
    expect(answer.whole()?.size).toBe(256 * 1024 * 1024)
    answer.push(chunk.subarray(0, 1))
    expect(answer.whole()).toBeUndefined()
  })
})

test('formats bytes as hex', () => {
  expect(hexLines(new TextEncoder().encode('hello, wörld and more'), { digits: 8, other: '.' }).join('\n')).toBe(
    '00000000  68 65 6c 6c 6f 2c 20 77 c3 b6 72 6c 64 20 61 6e  hello, w..rld an\n00000010  64 20 6d 6f 72 65                                d more'
  )
})

test('keeps each line once in the history, up to a limit', () => {
  expect(withLine(['a', 'b'], 'a')).toEqual(['b', 'a'])
  expect(withLine(Array.from({ length: 200 }, String), 'x')).toHaveLength(200)
  expect(readHistory('["a", 1]')).toEqual(['a'])
  expect(readHistory('{')).toEqual([])
  expect(readHistory(null)).toEqual([])
})
