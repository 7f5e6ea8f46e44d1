import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JsonRows } from './json-rows.ts'
import { goJsonPieces } from './write-json-pieces.ts'
import { goJson } from './write-json.ts'

/** The same value with some of its lists and objects as rows. */
function withRows (value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) {
    return depth % 2 === 0
      ? value.map((item) => withRows(item, depth + 1))
      : new JsonRows('list', value.map((item) => goJson(item)))
  }

  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value)
    return depth % 2 === 0
      ? Object.fromEntries(entries.map(([key, member]) => [key, withRows(member, depth + 1)]))
      : new JsonRows('map', entries.map(([key, member]) => `${goJson(key)}:${goJson(member)}`))
  }

  return value
}

it('agrees with goJson', () => {
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
    expect([...goJsonPieces(withRows(value))].join('')).toBe(goJson(value))
  }))
})

it('omits undefined, and writes empty lists and maps', () => {
  expect(
    [...goJsonPieces({
      a: undefined,
      b: new JsonRows('list', []),
      c: new JsonRows('map', []),
      d: [],
      e: {},
      f: 2n ** 60n,
      '<': null
    })].join('')
  ).toBe('{"b":[],"c":{},"d":[],"e":{},"f":1152921504606846976,"\\u003c":null}')
})

it('requests rows only when a piece needs them', () => {
  let asked = 0
  const rows = (function* () {
    for (; asked < 1_000_000; asked++) {
      yield `"row ${asked}"`
    }
  })()
  const pieces = goJsonPieces({ rows: new JsonRows('list', rows) })
  const first = pieces.next().value as string
  expect(first.length).toBeLessThan(40_000)
  expect(asked).toBeLessThan(first.length / 5)
  pieces.next()
  expect(asked).toBeLessThan(first.length / 2)
})
