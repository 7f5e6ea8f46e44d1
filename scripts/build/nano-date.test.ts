import { readFileSync } from 'node:fs'
import Whole from 'timestamp-nano'
import { expect, test } from 'vitest'
import NanoDate from './nano-date.mjs'

const times = [
  '2026-01-02T03:04:05.123456789Z',
  '2026-01-02T03:04:05Z',
  '2026-01-02T03:04:05.1Z',
  '2026-01-02T03:04:05+02:00',
  '9999-12-31T23:59:59.999999999Z',
  '1970-01-01T00:00:00.000Z',
  '2026-01-02T03:04:05.1239999999Z'
]

test.each(times)('behaves like the package: %s', (text) => {
  expect(NanoDate.fromString(text).toString()).toBe(Whole.fromString(text).toString())
  expect(NanoDate.fromString(text).toDate()).toEqual(Whole.fromString(text).toDate())
})

test.each(['', 'bad', '2026-13-02T03:04:05Z', '2026-01-02'])('treats an invalid time as past: %o', (text) => {
  expect(NanoDate.fromString(text).toDate().getTime()).toBe(0)
})

test('is used by the package with no other methods', () => {
  const asked = ['index.js', 'validator.js', 'selector.js'].flatMap((file) =>
    readFileSync(new URL(`../../node_modules/ipns/dist/src/${file}`, import.meta.url), 'utf8').match(
      /NanoDate[.(]\w*/g
    ) ?? []
  )
  // `createRecord` never passes a duration instead of an expiry.
  expect(new Set(asked)).toEqual(new Set(['NanoDate.fromString', 'NanoDate(Date']))
})
