import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { pageTexts } from '../../testing/http/page-texts.ts'
import type { Catalogue } from '../lib/text/language.ts'
import { LANGUAGES } from '../lib/text/language.ts'

/** Files without translations: the report and its content, which are for support, and code. */
const EXEMPT =
  /^(node\/(lib\/report-text|state\/report)|lib\/command\/code\/(client|fetch)-code|folder\/lib\/entry-kind|content\/lib\/code-language|lib\/background\/highlight-lines)\.ts$/

const { translated, untranslated, early } = pageTexts(fileURLToPath(new URL('..', import.meta.url)), EXEMPT)

// The page of a first visit uses the same catalogues.
translated.push(...pageTexts(fileURLToPath(new URL('../../bootstrap', import.meta.url)), /./).translated)

const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
const unique = (list: readonly string[]): string[] => [...new Set(list)].sort()

describe('the texts of the page', () => {
  it('are found in the sources', () => {
    expect(translated.length).toBeGreaterThan(400)
    expect(translated.map(({ english }) => english)).toEqual(
      expect.arrayContaining(['Upload files', '{n} blocks', 'Folder'])
    )
  })

  it('are all translated through a catalogue', () => {
    expect(untranslated).toEqual([])
  })

  it('are translated when they are displayed, in the current language', () => {
    expect(early).toEqual([])
  })

  it('get a value for each placeholder', () => {
    const lacking = translated.filter(({ english, given }) =>
      given != null && unique(places(english)).join() !== unique(given).join()
    )
    expect(lacking.map(({ at, english, given }) => `${at} ${english} <- ${given!.join()}`)).toEqual([])
  })

  it('have equal placeholders in singular and plural', () => {
    const differ = translated.filter(({ english, one }) =>
      one != null &&
      unique(places(english)).filter((name) => name !== 'n').join() !==
        unique(places(one)).filter((name) => name !== 'n').join()
    )
    expect(differ).toEqual([])
  })

  it('use a number everywhere or nowhere', () => {
    const byNumber = new Set(translated.filter(({ one }) => one != null).map(({ english }) => english))
    expect(translated.filter(({ english, one }) => one == null && byNumber.has(english))).toEqual([])
  })
})

describe.each(Object.keys(LANGUAGES).filter((code) => code !== 'en'))('the catalogue %s', (code) => {
  const catalogue = JSON.parse(readFileSync(new URL(`${code}.json`, import.meta.url), 'utf8')) as Catalogue
  const keys = unique(translated.map(({ english }) => english))
  const rules = new Intl.PluralRules(code).resolvedOptions().pluralCategories

  it('contains every text', () => {
    expect(keys.filter((key) => !(key in catalogue))).toEqual([])
  })

  it('contains no unused text', () => {
    expect(Object.keys(catalogue).filter((key) => !keys.includes(key))).toEqual([])
  })

  it('contains a form for each plural category', () => {
    for (const { english, one } of translated) {
      const text = catalogue[english] ?? ''
      expect(typeof text, english).toBe(one == null ? 'string' : 'object')
      if (typeof text === 'object') {
        expect(Object.keys(text).sort(), english).toEqual([...rules].sort())
      }
    }
  })

  it('keeps the placeholders', () => {
    for (const key of keys) {
      const text = catalogue[key] ?? ''
      const [wanted, forms] = [unique(places(key)), typeof text === 'string' ? [text] : Object.values(text)]

      for (const form of forms) {
        expect(form.trim(), key).not.toBe('')
        // Forms for one or two may omit the number.
        const has = unique(places(form))
        expect(typeof text === 'string' || has.includes('n') ? has : unique([...has, 'n']), key).toEqual(
          typeof text === 'string' ? wanted : unique([...wanted, 'n'])
        )
      }
    }
  })
})
