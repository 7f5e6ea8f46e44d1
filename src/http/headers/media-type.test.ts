import { describe, expect, test } from 'vitest'
import { parseMediaType } from './media-type.ts'

function readMediaType (value: string): { type: string; params: Record<string, string>; error?: string } {
  const { type, params, error } = parseMediaType(value)
  return { type, params: Object.fromEntries(params), ...(error == null ? {} : { error }) }
}

describe('a media type', () => {
  test.each([
    ['text/plain', 'text/plain', {}],
    [' Text/PLAIN ; Charset=UTF-8', 'text/plain', { charset: 'UTF-8' }],
    ['form-data; name="a b"; filename="c;d"', 'form-data', { name: 'a b', filename: 'c;d' }],
    ['form-data; name=""', 'form-data', { name: '' }],
    ['a/b;', 'a/b', {}],
    ['a/b ;  ', 'a/b', {}],
    ['a/b;x=1;x=1', 'a/b', { x: '1' }],
    ['a/b\t;\tx\t=\t1', 'a/b', { x: '1' }]
  ])('%s', (value, type, params) => {
    expect(readMediaType(value)).toEqual({ type, params })
  })

  test('keeps a backslash that escapes no character, as old browsers sent it', () => {
    expect(readMediaType('form-data; filename="C:\\dev\\go\\\\x\\"y.txt"').params).toEqual({
      filename: 'C:\\dev\\go\\x"y.txt'
    })
  })

  test.each([
    ["filename*=UTF-8''na%C3%AFve%20%e2%82%ac", 'naïve €'],
    ["filename*=utf-8'en'x", 'x'],
    ["filename*=us-ascii''x", 'x'],
    ['filename*0="a b"; filename*1="c"', 'a bc'],
    ["filename*0*=utf-8''a%20; filename*1=b; filename*2*=%C3%BC", 'a bü'],
    ['filename*1="b"; filename*0="a"', 'ab'],
    ['filename="a"; filename*=utf-8\'\'b', 'b']
  ])('%s (RFC 2231)', (params, filename) => {
    expect(readMediaType(`form-data; ${params}`).params.filename).toBe(filename)
  })

  test.each(["filename*=iso-8859-1''x", 'filename*=x', "filename*=utf-8''%zz", 'filename*1="b"'])(
    '%s has no file name',
    (params) => {
      expect(readMediaType(`form-data; ${params}`)).toEqual({ type: 'form-data', params: {} })
    }
  )

  test.each([
    ['', '', 'mime: no media type'],
    [';x=1', '', 'mime: no media type'],
    ['a b', '', 'mime: expected slash after first token'],
    ['a/', '', 'mime: expected token after slash'],
    ['a/b c', '', 'mime: unexpected content after media subtype'],
    ['a/b; x', 'a/b', 'mime: invalid media parameter'],
    ['a/b; x=', 'a/b', 'mime: invalid media parameter'],
    ['a/b; =1', 'a/b', 'mime: invalid media parameter'],
    ['a/b; x="1', 'a/b', 'mime: invalid media parameter'],
    ['a/b; x="1\n"', 'a/b', 'mime: invalid media parameter'],
    ['a/b; x=1 y', 'a/b', 'mime: invalid media parameter'],
    ['a/b; x=1; x=2', '', 'mime: duplicate parameter name']
  ])('%j is malformed', (value, type, error) => {
    expect(readMediaType(value)).toEqual({ type, params: {}, error })
  })
})
