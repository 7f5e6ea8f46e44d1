import { afterEach, describe, expect, it } from 'vitest'
import { bytes, day, duration, number, percent } from './format.ts'
import { dirOf, firstLanguage, language, languageOf, localeOf } from './language.ts'
import type { Catalogue } from './language.ts'
import { plainError } from './plain-error.ts'
import { readAddress } from './read-address.ts'
import { retold } from './retold.ts'
import { rich } from './rich.ts'
import { bare, t, tn, words } from './t.ts'

const TEXTS: Catalogue = {
  Open: 'فتح',
  '{name} is stored.': 'خُزّن {name}.',
  '{n} blocks': { zero: '{n} كتلة', one: 'كتلة واحدة', two: 'كتلتان', few: '{n} كتل', many: '{n} كتلة', other: '{n} كتلة' }
}

afterEach(() => { language.set({ code: 'en', locale: 'en', dir: 'ltr' }) })

describe('t', () => {
  it('is the English itself where there is no other', () => {
    expect(t('Open')).toBe('Open')
    expect(t('{name} is stored.', { name: 'a.txt' })).toBe('a.txt is stored.')
    expect([1, 1200].map((n) => tn(n, '{n} block', '{n} blocks'))).toEqual(['1 block', '1,200 blocks'])
  })

  it('says it in the language that is chosen, also what was marked before', () => {
    const open = words('Open')
    language.set({ code: 'ar', locale: 'ar', dir: 'rtl', texts: TEXTS })
    expect(t(open)).toBe('فتح')
    expect(t('Remove')).toBe('Remove')
  })

  it('has a form for each kind of number', () => {
    language.set({ code: 'ar', locale: 'ar', dir: 'rtl', texts: TEXTS })
    expect([0, 1, 2, 3, 11, 100].map((n) => tn(n, '{n} block', '{n} blocks'))).toEqual(['0 كتلة', 'كتلة واحدة', 'كتلتان', '3 كتل', '11 كتلة', '100 كتلة'])
  })

  it('keeps names in their own direction where the text goes the other way, and names that are kept free of that', () => {
    language.set({ code: 'ar', locale: 'ar', dir: 'rtl', texts: TEXTS })
    expect(t('{name} is stored.', { name: 'a.txt' })).toBe('خُزّن \u2068a.txt\u2069.')
    expect(bare(t('{name} is stored.', { name: 'a.txt' }))).toBe('خُزّن a.txt.')
  })

  it('leaves a place that nothing is given for, and takes nothing of what is given for a place', () => {
    expect(t('{name} is {what}', { name: '{what}' })).toBe('{what} is {what}')
    expect(rich(t('Leads to {path}.'), { path: 5 })).toEqual(['Leads to ', 5, '.'])
  })
})

describe('what stays on the page', () => {
  const german = (texts: Catalogue): void => { language.set({ code: 'de', locale: 'de', dir: 'ltr', texts }) }

  it('is said anew when another language is chosen, in all its parts; a copy is what was said', () => {
    const told = retold(() => ({ what: t('Open'), next: undefined, n: 5 }))
    const copy = { ...told }
    language.set({ code: 'ar', locale: 'ar', dir: 'rtl', texts: TEXTS })
    expect([told, copy, Object.keys(told)]).toEqual([{ what: 'فتح', next: undefined, n: 5 }, { what: 'Open', next: undefined, n: 5 }, ['what', 'next', 'n']])
  })

  it('is said so of what went wrong', () => {
    const problems = [plainError(new Error('QuotaExceededError')), plainError(Object.assign(new Error('x'), { name: 'TimeoutError' })), plainError(new Error('new'))]
    const unclear = readAddress('what is it')
    german({ 'There is not enough space in this browser for that.': 'Zu wenig Platz.', 'This took too long.': 'Zu lang.', 'That did not work.': 'Ging nicht.', 'This is no CID, no path or link to IPFS content, no domain name and no address of a peer.': 'Nichts davon.' })
    expect([...problems.map(({ what }) => what), unclear]).toEqual(['Zu wenig Platz.', 'Zu lang.', 'Ging nicht.', { is: 'unclear', why: 'Nichts davon.' }])
    expect(problems[2].detail).toBe('new')
  })
})

describe('the language', () => {
  it('is the first that a person wants and the page speaks', () => {
    expect(firstLanguage(['fi', 'es-MX', 'de'])).toBe('es')
    expect(firstLanguage(['zh-Hant-TW'])).toBe('zh')
    expect(firstLanguage(['fi'])).toBe('en')
    expect(firstLanguage([])).toBe('en')
    expect([languageOf('DE-at'), languageOf('xx'), languageOf(''), languageOf('constructor')]).toEqual(['de', undefined, undefined, undefined])
  })

  it('writes numbers and sizes, by the region of the person', () => {
    expect([localeOf('de', ['en', 'de-CH']), localeOf('de', ['en']), dirOf('ar'), dirOf('de')]).toEqual(['de-CH', 'de', 'rtl', 'ltr'])
    language.set({ code: 'de', locale: 'de-DE', dir: 'ltr' })
    expect([bytes(1), bytes(12_345_678), number(1200), duration(40)].map((text) => text.replace(/\s/g, ' '))).toEqual(['1 Byte', '12,3 MB', '1.200', '40 s'])
    language.set({ code: 'de', locale: 'de-CH', dir: 'ltr' })
    expect(number(1200)).toMatch(/^1['’]200$/) // Browsers differ in the character.
  })
})

describe('what is put into a text', () => {
  it('a name in a text hides nothing', () => {
    expect(t('{name} is stored.', { name: 'invoice\u202egpj.exe' })).toBe('invoice[U+202E]gpj.exe is stored.')
    // A name with the mark that would end its isolation.
    expect(t('{name} is stored.', { name: 'a\u2069b' })).toBe('a[U+2069]b is stored.')
    expect(t('{name} is stored.', { name: '\u2069a\u2068' })).toBe('[U+2069]a[U+2068] is stored.')
  })

  it('a day keeps the marks by which its language writes it', () => {
    language.set({ code: 'ar', locale: 'ar', dir: 'rtl' })
    const written = [day(new Date(2026, 10, 24)), percent(50)]
    expect(written.some((text) => /[\u200e\u200f\u061c]/.test(text))).toBe(true)
    for (const text of written) expect(t('since {day}', { day: text })).toContain(`\u2068${text}\u2069`)
    expect(t('since {day}', { day: 'a\u200f1' })).toContain('a[U+200F]1')
  })

  it('a text in a text keeps its parts apart', () => {
    language.set({ code: 'ar', locale: 'ar', dir: 'rtl' })
    const inner = t('With {name}', { name: 'a\u202eb' })
    expect(inner).toContain('\u2068a[U+202E]b\u2069')
    expect(t('{name} is stored.', { name: inner })).toContain(`\u2068${inner}\u2069`)
  })
})
