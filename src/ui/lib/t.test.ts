import { afterEach, expect, test } from 'vitest'
import { language } from './language.ts'
import { t } from './t.ts'

afterEach(() => { language.set({ code: 'en', locale: 'en', dir: 'ltr' }) })

test('a name in a text hides nothing', () => {
  expect(t('{name} is stored.', { name: 'invoice\u202egpj.exe' })).toBe('invoice[U+202E]gpj.exe is stored.')
  // one that would end what keeps it apart
  expect(t('{name} is stored.', { name: 'a\u2069b' })).toBe('a[U+2069]b is stored.')
  expect(t('{name} is stored.', { name: '\u2069a\u2068' })).toBe('[U+2069]a[U+2068] is stored.')
})

test('a text in a text keeps its parts apart', () => {
  language.set({ code: 'ar', locale: 'ar', dir: 'rtl' })
  const inner = t('With {name}', { name: 'a\u202eb' })
  expect(inner).toContain('\u2068a[U+202E]b\u2069')
  expect(t('{name} is stored.', { name: inner })).toContain(`\u2068${inner}\u2069`)
})
