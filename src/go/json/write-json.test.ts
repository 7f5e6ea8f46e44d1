import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { goJson } from './write-json.ts'

describe('JSON as Go writes it', () => {
  test.each<[unknown, string]>([
    [{ a: 1, b: 'x', c: null, d: true, e: [] }, '{"a":1,"b":"x","c":null,"d":true,"e":[]}'],
    [{ b: 1, a: undefined }, '{"b":1}'],
    ['<a href="x">&</a>', '"\\u003ca href=\\"x\\"\\u003e\\u0026\\u003c/a\\u003e"'],
    ['\u2028\u2029', '"\\u2028\\u2029"'],
    ['\0\x1f\x7f\b\f\n\r\t\\/', '"\\u0000\\u001f\x7f\\b\\f\\n\\r\\t\\\\/"'],
    ['ü🚀', '"ü🚀"'],
    [{ '\udce4': 'a\udc80\udcffb', n: 1n }, '{"\\ufffd":"a\\ufffd\\ufffdb","n":1}'], // bytes that are no UTF-8
    ['\\udce4 \\\udce4 \ufffd', '"\\\\udce4 \\\\\\ufffd \ufffd"'],
    [2n ** 64n - 1n, '18446744073709551615'],
    [-(2n ** 63n), '-9223372036854775808'],
    [{ Size: 2n ** 60n, '<': [1n, { x: undefined, y: 2n }] }, '{"Size":1152921504606846976,"\\u003c":[1,{"y":2}]}'],
    [[1n, undefined, null], '[1,null,null]'],
    [{ at: new Date(0), n: 1n }, '{"at":"1970-01-01T00:00:00.000Z","n":1}'],
    [undefined, 'null'],
    [null, 'null'],
    [1e21, '1e+21'],
    [1e-7, '1e-7']
  ])('case %#', (value, json) => {
    expect(goJson(value)).toBe(json)
  })

  test('can be parsed to the original value', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(goJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }))
  })

  test('is the same with and without bigints', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => {
      expect(goJson({ value, n: 1n })).toBe(goJson({ value, n: 1 }))
    }))
  })

  test('reports values that cannot be written', () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(() => goJson(circle)).toThrow()
  })
})
