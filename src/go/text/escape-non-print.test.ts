import { expect, it } from 'vitest'
import { escapeNonPrint } from './quote.ts'

it.each([
  ['a "b" ü', 'a "b" ü'],
  ['a\tb', 'a\\tb'],
  ['a\\b', 'a\\\\b'],
  // Bytes that are not UTF-8 count as printable, and are escaped only if another character is (the output of Kubo 0.40
  // for these names).
  ['a\udce4"', 'a\udce4"'],
  ['a\udce4\t', 'a\\xe4\\t'],
  ['a\udce4\\', 'a\\xe4\\\\']
])('writes %j for a terminal', (text, escaped) => {
  expect(escapeNonPrint(text)).toBe(escaped)
})
