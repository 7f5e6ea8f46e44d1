import { expect, it } from 'vitest'
import { truncatesResponses } from './truncates-responses.ts'

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', true],
  ['Mozilla/5.0 (Android 16; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0', true],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36', false],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 ' +
    'Safari/605.1.15',
    false
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
    'FxiOS/153.0 Mobile/15E148 Safari/605.1.15',
    false
  ],
  ['', false]
])('%s: %s', (userAgent, expected) => {
  expect(truncatesResponses(userAgent)).toBe(expected)
})
