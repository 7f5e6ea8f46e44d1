import { describe, expect, it } from 'vitest'
import { JsonText } from './json-text.ts'
import type { JsonPlace } from './json-text.ts'

/** Returns all values of a text as they are written, by their paths. */
async function ways (text: string): Promise<Record<string, string> | undefined> {
  const json = await JsonText.read(text)
  const found: Record<string, string> = {}

  function walk (place: JsonPlace, way: string): void {
    const name = `${way}${place.key ?? place.position}`
    found[name] = place.count == null ? json!.written(place) : `${text[place.start]}${place.count}`
    if (place.count != null) {
      for (const entry of json!.entries(place, { most: Infinity })) {
        walk(entry, `${name} `)
      }
    }
  }

  if (json != null) {
    walk(json.root, '')
  }
  return json == null ? undefined : found
}

describe('JsonText', () => {
  it('reads values without changing a character', async () => {
    expect(
      await ways(
        ' { "big" : 12345678901234567890, "e":1.50E+2,"s" :"\\u0041\\"x\\\\","":[ ], "a": [true,[null ],{"k":-0}] } \n'
      )
    ).toEqual({
      0: '{5',
      '0 "big"': '12345678901234567890',
      '0 "e"': '1.50E+2',
      '0 "s"': '"\\u0041\\"x\\\\"',
      '0 ""': '[0',
      '0 "a"': '[3',
      '0 "a" 0': 'true',
      '0 "a" 1': '[1',
      '0 "a" 1 0': 'null',
      '0 "a" 2': '{1',
      '0 "a" 2 "k"': '-0'
    })
  })

  it.each([['"x"', { 0: '"x"' }], ['7', { 0: '7' }], [' false ', { 0: 'false' }], ['[]', { 0: '[0' }], [
    '{"a":1,"a":2}',
    { 0: '{2', '0 "a"': '2' }
  ]])('accepts %s alone', async (text, read) => {
    expect(await ways(text)).toEqual(read)
  })

  it.each([
    ['{"a":[1,2', { 0: '{1', '0 "a"': '[2', '0 "a" 0': '1', '0 "a" 1': '2' }],
    ['{"a":1,"b', { 0: '{1', '0 "a"': '1' }],
    ['{"a":1,"b" :', { 0: '{1', '0 "a"': '1' }],
    ['[1,"cut \\"of', { 0: '[2', '0 0': '1', '0 1': '"cut \\"of' }],
    ['[tr', { 0: '[1', '0 0': 'tr' }],
    ['[1.', { 0: '[1', '0 0': '1.' }],
    ['[1,', { 0: '[1', '0 0': '1' }],
    ['[{', { 0: '[1', '0 0': '{0' }]
  ])('accepts a text that is truncated as %s', async (text, read) => {
    expect(await ways(text)).toEqual(read)
  })

  it.each([
    ['[1]', true],
    ['{} ', true],
    [' "x"', true],
    ['7', true],
    ['[1', false],
    ['{"a":1,', false],
    ['"x', false],
    ['tr', false],
    ['1.', false]
  ])('detects whether %s is complete', async (text, isWhole) => {
    expect((await JsonText.read(text))?.isWhole).toBe(isWhole)
  })

  it.each([
    '',
    ' ',
    'hello',
    '{a:1}',
    '{"a" 1}',
    '[1 2]',
    '[1,]',
    '{"a":1,}',
    '[}',
    '{]',
    '01',
    '[1]x',
    '[1] [2]',
    '"a" "b"',
    '{"a":1 "b":2}',
    '{"a"}',
    '[+1]',
    '[nul,1]',
    "'a'",
    '{,}',
    ':'
  ])('rejects %j', async (text) => {
    expect(await ways(text)).toBeUndefined()
  })

  it('returns a limited number of values, and continues after them', async () => {
    const values = Array.from({ length: 50_000 }, (_, i) => ({ i, sub: [i] }))
    const json = await JsonText.read(JSON.stringify(values))
    const some = json!.entries(json!.root, { most: 100 })
    const more = json!.entries(json!.root, { most: 300, behind: some })
    expect([json!.root.count, some.length, more.length]).toEqual([50_000, 100, 300])
    expect(json!.written(more[299])).toBe('{"i":299,"sub":[299]}')
    expect(json!.entries(json!.root, { most: 300 })).toEqual(more)
  })

  it('reads values of any depth, and strings of any length', async () => {
    expect((await JsonText.read('['.repeat(200_000) + ']'.repeat(200_000)))?.root.count).toBe(1)
    expect((await JsonText.read(`["${'\\"'.repeat(1_000_000)}",1]`))?.root.count).toBe(2)
  })

  it('stops reading when its signal is aborted', async () => {
    const gone = new AbortController()
    gone.abort()
    await expect(JsonText.read(`[${'1,'.repeat(10_000)}1]`, { signal: gone.signal })).rejects.toThrow('aborted')
  })
})
