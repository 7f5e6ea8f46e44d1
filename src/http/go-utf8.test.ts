import { expect, test } from 'vitest'
import { goUtf8 } from './go-utf8.ts'

test.each([
  ['68c3bc', 'hü'],
  ['f09f9a80', '🚀'],
  ['efbbbf61', '\ufeffa'],
  ['ff', '\ufffd'],
  ['e282', '\ufffd\ufffd'],
  ['61e28262', 'a\ufffd\ufffdb'],
  ['f09f9a', '\ufffd\ufffd\ufffd'],
  ['eda080', '\ufffd\ufffd\ufffd'],
  ['c080', '\ufffd\ufffd'],
  ['', '']
])('%s', (hex, text) => {
  expect(goUtf8(Buffer.from(hex, 'hex'))).toBe(text)
})
