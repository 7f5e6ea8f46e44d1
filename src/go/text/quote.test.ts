import { describe, expect, it } from 'vitest'
import { goQuote } from './quote.ts'

describe('goQuote', () => {
  it.each([
    ['plain', '"plain"'],
    ['a "b" \\', '"a \\"b\\" \\\\"'],
    ['\n\t\x07\x00\x7f', '"\\n\\t\\a\\x00\\x7f"'],
    ['é€😀', '"é€😀"'],
    ['\u00a0\u200b', '"\\u00a0\\u200b"'],
    ['\u{e0001}', '"\\U000e0001"'],
    ['a\udce4\udc80b', '"a\\xe4\\x80b"'] // bytes that are no UTF-8
  ])('quotes %j', (text, quoted) => {
    expect(goQuote(text)).toBe(quoted)
  })
})
