import { afterEach, describe, expect, it } from 'vitest'
import { helpOf, helpTexts, helpWords } from './help.ts'
import { language } from './language.ts'

afterEach(() => {
  language.set({ code: 'en', locale: 'en', dir: 'ltr' })
  helpTexts.set({ code: 'en', texts: {} })
})

function speak (code: 'de' | 'ar', texts: Record<string, string>): void {
  language.set({ code, locale: code, dir: code === 'ar' ? 'rtl' : 'ltr' })
  helpTexts.set({ code, texts })
}

describe('help texts', () => {
  it('are English without a translation', () => {
    speak('de', {})
    expect(helpOf('List pins.')).toEqual({ text: 'List pins.', lang: 'en', dir: 'ltr' })
    expect(helpOf('constructor')).toEqual({ text: 'constructor', lang: 'en', dir: 'ltr' })
    expect(helpWords('List pins.')).toBe('List pins.')
  })

  it('are in the language of the page, and found in both languages', () => {
    speak('de', { 'List pins.': 'Pins auflisten.' })
    expect(helpOf('List pins.')).toEqual({ text: 'Pins auflisten.', lang: 'de', dir: 'ltr' })
    expect(helpWords('List pins.')).toBe('List pins. Pins auflisten.')
  })

  it('show the text of a link only', () => {
    speak('de', { 'See [names](../names.md).': 'Siehe [Namen](../names.md).' })
    expect(helpOf('See [names](../names.md).').text).toBe('Siehe Namen.')
    expect(helpOf('See [keys](#keys), `a`.').text).toBe('See keys, `a`.')
  })

  it('are English while the catalogue of another language is read', () => {
    speak('de', { 'List pins.': 'Pins auflisten.' })
    language.set({ code: 'ar', locale: 'ar', dir: 'rtl' })
    expect(helpOf('List pins.')).toEqual({ text: 'List pins.', lang: 'en', dir: 'ltr' })
    language.set({ code: 'de', locale: 'de', dir: 'ltr' })
    expect(helpOf('List pins.').lang).toBe('de')
  })

  it.each([
    ['مسار تحت /ipfs.', 'مسار تحت \u2066/ipfs\u2069.'],
    ['يتطلب (flush=false).', 'يتطلب (\u2066flush=false\u2069).'],
    ['بصيغة <src> -> <dst>.', 'بصيغة \u2066<src> -> <dst>\u2069.'],
    ['معرّف CID، أو `/ipfs/x`.', 'معرّف CID، أو `/ipfs/x`.'],
    ['في Node.js `/a` هنا', 'في Node.js `/a` هنا'],
    ['الافتراضي: 1 عند', 'الافتراضي: 1 عند'],
    ['لاحقة .sig، أو /ipfs. /ipns', 'لاحقة \u2066.sig\u2069، أو \u2066/ipfs\u2069. \u2066/ipns\u2069'],
    ['المسار a%2Fb (أو c%2Fd) يقصر', 'المسار \u2066a%2Fb\u2069 (أو \u2066c%2Fd\u2069) يقصر'],
    ['مع `x`: `/y` و8 MiB', 'مع `x`: `/y` و\u20668 MiB\u2069'],
    ['{"Key":"/a"} سطر "context canceled"', '\u2066{"Key":"/a"}\u2069 سطر \u2066"context canceled"\u2069'],
    ['الإعداد Datastore.StorageMax.', 'الإعداد Datastore.StorageMax.'],
    ['القيمة -1 بلا حد', 'القيمة \u2066-1\u2069 بلا حد']
  ])('isolate technical text in Arabic: %s', (translated, shown) => {
    speak('ar', { english: translated })
    expect(helpOf('english')).toEqual({ text: shown, lang: 'ar', dir: 'rtl' })
    expect(helpWords('english')).toBe(`english ${translated}`)
  })
})
