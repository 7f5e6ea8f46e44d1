import { expect, it } from 'vitest'
import { escapeNonPrint } from './quote.ts'

it.each([
  ['a "b" ü', 'a "b" ü'],
  ['a\tb', 'a\\tb'],
  ['a\\b', 'a\\\\b'],
  // bytes that are no UTF-8 count as printable, and are escaped where something else is (what Kubo 0.40 prints of such
  // names)
  ['a\udce4"', 'a\udce4"'],
  ['a\udce4\t', 'a\\xe4\\t'],
  ['a\udce4\\', 'a\\xe4\\\\']
])('writes %j for a terminal', (text, escaped) => {
  expect(escapeNonPrint(text)).toBe(escaped)
})
