import { expect, it } from 'vitest'
import { headerValue } from './header-value.ts'

it('writes UTF-8 bytes, and removes characters that would break a header', () => {
  expect(headerValue('/é')).toBe('/\u00c3\u00a9')
  expect(headerValue('a\r\nSet-Cookie: b\0')).toBe('a  Set-Cookie: b ')
  expect(headerValue('a\x01b\x1fc\x7fd\te')).toBe('a b c d\te')
  expect(new Headers({ x: headerValue('☃\n') }).get('x')).toBe('\u00e2\u0098\u0083')
})
