import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../testing/dag/any-text.ts'
import { compareStrings } from './compare-strings.ts'

describe('compareNames', () => {
  it('orders like a comparison of the bytes', () => {
    fc.assert(fc.property(anyText(), anyText(), (a, b) => {
      expect(Math.sign(compareStrings(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }))
  })

  it('orders characters above U+FFFF after all others', () => {
    expect(['\u{1f600}', '\uffee', 'é', 'Z', 'a', 'ab', '\ud7ff', '\ue000'].sort(compareStrings)).toEqual([
      'Z',
      'a',
      'ab',
      'é',
      '\ud7ff',
      '\ue000',
      '\uffee',
      '\u{1f600}'
    ])
  })

  it('is consistent for all pairs of a list', () => {
    const names = ['', 'a', 'aa', 'b', 'é', '\ue000', '\ufffd', '\u{10000}', '\u{1f600}']
    expect(names.toReversed().sort(compareStrings)).toEqual(names)
    expect(names.toReversed().sort(compareStrings)).toEqual(
      names.toReversed().sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    )
  })
})
