import { afterEach, describe, expect, it } from 'vitest'
import { readAddress } from '../../intake/lib/read-address.ts'
import { bytes, day, duration, number, percent } from './format.ts'
import { dirOf, firstLanguage, language, languageOf, localeOf } from './language.ts'
import type { Catalogue } from './language.ts'
import { plainError } from './plain-error.ts'
import { retold } from './retold.ts'
import { rich } from './rich.ts'
import { bare, t, tn, words } from './t.ts'

const TEXTS: Catalogue = {
  Open: 'فتح',
  '{name} is stored.': 'خُزّن {name}.',
  '{n} blocks': {
    zero: '{n} كتلة',
    one: 'كتلة واحدة',
    two: 'كتلتان',
    few: '{n} كتل',
    many: '{n} كتلة',
    other: '{n} كتلة'
  }
}

afterEach(() => {
  language.set({ code: 'en', locale: 'en', dir: 'ltr' })
})

describe('t', () => {
  it('returns the English text if there is no translation', () => {
    expect(t('Open')).toBe('Open')
    expect(t('{name} is stored.', { name: 'a.txt' })).toBe('a.txt is stored.')
    expect([1, 1200].map((n) => tn(n, '{n} block', '{n} blocks'))).toEqual(['1 block', '1,200 blocks'])
  })

  it('translates to the current language, also texts that were marked earlier', () => {
    const open = words('Open')
    language.set({ code: 'ar', locale: 'ar', dir: 'rtl', texts: TEXTS })
    expect(t(open)).toBe('فتح')
    expect(t('Remove')).toBe('Remove')
  })

  it('uses a form for each plural category', () => {
    language.set({ code: 'ar', locale: 'ar', dir: 'rtl', texts: TEXTS })
    expect([0, 1, 2, 3, 11, 100].map((n) => tn(n, '{n} block', '{n} blocks'))).toEqual([
      '0 كتلة',
      'كتلة واحدة',
      'كتلتان',
      '3 كتل',
      '11 كتلة',
      '100 كتلة'
    ])
  })

  it('isolates names in their own direction, and stored names contain no isolation marks', () => {
    language.set({ code: 'ar', locale: 'ar', dir: 'rtl', texts: TEXTS })
    expect(t('{name} is stored.', { name: 'a.txt' })).toBe('خُزّن \u2068a.txt\u2069.')
    expect(bare(t('{name} is stored.', { name: 'a.txt' }))).toBe('خُزّن a.txt.')
  })

  it('keeps placeholders without a value, and does not expand placeholders in values', () => {
    expect(t('{name} is {what}', { name: '{what}' })).toBe('{what} is {what}')
    expect(rich(t('Points to {path}.'), { path: 5 })).toEqual(['Points to ', 5, '.'])
  })
})

describe('displayed messages', () => {
  const german = (texts: Catalogue): void => {
    language.set({ code: 'de', locale: 'de', dir: 'ltr', texts })
  }

  it('follow a change of the language in all parts; a copy does not', () => {
    const told = retold(() => ({ what: t('Open'), next: undefined, n: 5 }))
    const copy = { ...told }
    language.set({ code: 'ar', locale: 'ar', dir: 'rtl', texts: TEXTS })
    expect([told, copy, Object.keys(told)]).toEqual([{ what: 'فتح', next: undefined, n: 5 }, {
      what: 'Open',
      next: undefined,
      n: 5
    }, ['what', 'next', 'n']])
  })

  it('follow it for errors too', () => {
    const problems = [
      plainError(new Error('QuotaExceededError')),
      plainError(Object.assign(new Error('x'), { name: 'TimeoutError' })),
      plainError(new Error('new'))
    ]
    const unclear = readAddress('what is it')
    german({
      'There is not enough space on this device.': 'Zu wenig Platz.',
      'This took too long.': 'Zu lang.',
      'Something went wrong.': 'Ging nicht.',
      'Not found: this isn’t a CID, IPFS link, domain or peer address.': 'Nichts davon.'
    })
    expect([...problems.map(({ what }) => what), unclear]).toEqual(['Zu wenig Platz.', 'Zu lang.', 'Ging nicht.', {
      is: 'unclear',
      why: 'Nichts davon.'
    }])
    expect(problems[2].detail).toBe('new')
  })
})

describe('the language', () => {
  it('is the first preferred one that the page supports', () => {
    expect(firstLanguage(['fi', 'es-MX', 'de'])).toBe('es')
    expect(firstLanguage(['zh-Hant-TW'])).toBe('zh')
    expect(firstLanguage(['fi'])).toBe('en')
    expect(firstLanguage([])).toBe('en')
    expect([languageOf('DE-at'), languageOf('xx'), languageOf(''), languageOf('constructor')]).toEqual([
      'de',
      undefined,
      undefined,
      undefined
    ])
  })

  it("formats numbers and sizes for the user's region", () => {
    expect([localeOf('de', ['en', 'de-CH']), localeOf('de', ['en']), dirOf('ar'), dirOf('de')]).toEqual([
      'de-CH',
      'de',
      'rtl',
      'ltr'
    ])
    language.set({ code: 'de', locale: 'de-DE', dir: 'ltr' })
    expect([bytes(1), bytes(12_345_678), number(1200), duration(40)].map((text) => text.replace(/\s/g, ' '))).toEqual([
      '1 Byte',
      '12,3 MB',
      '1.200',
      '40 s'
    ])
    language.set({ code: 'de', locale: 'de-CH', dir: 'ltr' })
    expect(number(1200)).toMatch(/^1['’]200$/) // Browsers differ in the character.
  })
})

describe('values of placeholders', () => {
  it('show invisible characters of names', () => {
    expect(t('{name} is stored.', { name: 'invoice\u202egpj.exe' })).toBe('invoice[U+202E]gpj.exe is stored.')
    // A name with the mark that would end its isolation.
    expect(t('{name} is stored.', { name: 'a\u2069b' })).toBe('a[U+2069]b is stored.')
    expect(t('{name} is stored.', { name: '\u2069a\u2068' })).toBe('[U+2069]a[U+2068] is stored.')
  })

  it('keep the direction marks of dates', () => {
    language.set({ code: 'ar', locale: 'ar', dir: 'rtl' })
    const written = [day(new Date(2026, 10, 24)), percent(50)]
    expect(written.some((text) => /[\u200e\u200f\u061c]/.test(text))).toBe(true)
    for (const text of written) {
      expect(t('since {day}', { day: text })).toContain(`\u2068${text}\u2069`)
    }
    expect(t('since {day}', { day: 'a\u200f1' })).toContain('a[U+200F]1')
  })

  it('keep the isolated parts of texts', () => {
    language.set({ code: 'ar', locale: 'ar', dir: 'rtl' })
    const inner = t('Actions for {name}', { name: 'a\u202eb' })
    expect(inner).toContain('\u2068a[U+202E]b\u2069')
    expect(t('{name} is stored.', { name: inner })).toContain(`\u2068${inner}\u2069`)
  })
})
