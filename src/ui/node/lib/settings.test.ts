import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Json, SettingInfo } from '../../lib/command/info/setting-info.ts'
import { settingTopics } from './setting-topics.ts'
import { isSameSetting, readSetting, settingText, settingValue } from './setting-value.ts'

const settings = JSON.parse(
  readFileSync(new URL('../../../../public/reference/settings.json', import.meta.url), 'utf8')
) as SettingInfo[]

describe("a setting's value", () => {
  test('is parsed back from its field, for every default', () => {
    for (const setting of settings) {
      expect(readSetting(settingText(setting.default, setting), setting), setting.key).toEqual(setting.default)
    }
  })

  test.each<[string, SettingInfo['kind'], Json, Json]>([
    ['', 'bool', null, null],
    ['false', 'bool', null, false],
    [' 12 ', 'integer', null, 12],
    ['a\n\n b ', 'list', null, ['a', 'b']],
    ['', 'list', [], []],
    ['', 'text', '', ''],
    ['1h', 'duration', null, '1h'],
    ['{"a": [1]}', 'json', null, { a: [1] }]
  ])('%j is parsed as %s', (text, kind, fallback, value) => {
    expect(readSetting(text, { kind, default: fallback })).toEqual(value)
  })

  test.each(
    [
      ['much', 'integer', 'This has to be a whole number.'],
      ['1.5', 'integer', 'This has to be a whole number.'],
      ['', 'integer', 'This has to be a whole number.'],
      ['{', 'json', /^This is no JSON: /]
    ] as const
  )('%j is no valid %s', (text, kind, problem) => {
    expect(() => readSetting(text, { kind, default: 1 })).toThrow(problem)
  })

  test('is found by its key', () => {
    const config = { A: { B: { C: false } }, L: ['x'] }
    expect([
      settingValue(config, 'A.B.C'),
      settingValue(config, 'A.X.C'),
      settingValue(config, 'L'),
      settingValue(config, 'L.0'),
      settingValue(config, 'toString')
    ]).toEqual([false, null, ['x'], null, null])
  })

  test('is equal regardless of the order of its keys', () => {
    expect(isSameSetting({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBe(true)
    expect(isSameSetting([1, 2], [2, 1])).toBe(false)
  })
})

describe('settingTopics', () => {
  test('contains every setting once', () => {
    expect(settingTopics(settings).flatMap(({ settings }) => settings.map(({ key }) => key)).sort()).toEqual(
      settings.map(({ key }) => key).sort()
    )
  })

  test('filters by words, by effect, and by changes', () => {
    expect(
      settingTopics(settings, { text: 'nofetch' }).map(({ title, settings }) => [title, settings.map(({ key }) => key)])
    ).toEqual([['Gateway', ['Gateway.NoFetch']]])
    expect(settingTopics(settings, { actsOnly: true }).flatMap(({ settings }) => settings).every(({ acts }) => acts))
      .toBe(true)
    expect(settingTopics(settings, { changed: ({ key }) => key === 'Bootstrap' })).toMatchObject([{
      title: 'Peers and connections',
      settings: [{ key: 'Bootstrap' }]
    }])
  })
})
