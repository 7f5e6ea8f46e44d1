import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../../testing/dag/any-text.ts'
import { isGoQuery, parseGoQuery, percentDecode, queryUnescape } from './query.ts'

const readQuery = (query: string): Array<[string, string[]]> => [...parseGoQuery(query)]

describe('a query', () => {
  test.each([
    ['', []],
    ['a=1&b=2', [['a', ['1']], ['b', ['2']]]],
    ['a=1&b=2&a=3', [['a', ['1', '3']], ['b', ['2']]]],
    ['a', [['a', ['']]]],
    ['a=', [['a', ['']]]],
    ['=1', [['', ['1']]]],
    ['a=b=c', [['a', ['b=c']]]],
    ['&&a=1&', [['a', ['1']]]],
    ['a+b=c+d', [['a b', ['c d']]]],
    ['%61=%2B%26%3D', [['a', ['+&=']]]],
    ['a=%C3%BC', [['a', ['ü']]]],
    ['a=%ff', [['a', ['\udcff']]]],
    ['a=ü', [['a', ['ü']]]]
  ])('%s', (query, expected) => {
    expect(readQuery(query)).toEqual(expected)
  })

  test.each(['a=%', 'a=%1', 'a=%zz', '%zz=1', 'a;b=1', 'a=1;b=2'])('%s is dropped', (pair) => {
    expect(readQuery(`x=1&${pair}&y=2`)).toEqual([['x', ['1']], ['y', ['2']]])
    expect(isGoQuery(`x=1&${pair}`)).toBe(false)
  })

  test('reports whether it is valid', () => {
    expect(isGoQuery('')).toBe(true)
    expect(isGoQuery('mode=0644&mtime=%31')).toBe(true)
  })

  test('reads the output of URLSearchParams', () => {
    const text = anyText()

    fc.assert(fc.property(fc.array(fc.tuple(text, text)), (pairs) => {
      const expected = new Map<string, string[]>()
      for (const [key, value] of pairs) {
        expected.set(key, [...expected.get(key) ?? [], value])
      }
      // Go leaves out pairs without an equals sign and a name; URLSearchParams writes none
      expect(readQuery(new URLSearchParams(pairs).toString())).toEqual([...expected])
    }))
  })

  test('never throws', () => {
    fc.assert(fc.property(anyText(), (query) => {
      for (const [key, values] of parseGoQuery(query)) {
        expect(typeof key).toBe('string')
        expect(values.length).toBeGreaterThan(0)
      }
    }))
  })
})

test('decodes each percent escape to a byte', () => {
  expect(percentDecode('a%2Fb+c')).toBe('a/b+c')
  expect(queryUnescape('a%2Fb+c')).toBe('a/b c')
  expect(percentDecode('%e2%82%ac')).toBe('€')
  expect(percentDecode('100%')).toBeUndefined()
})
