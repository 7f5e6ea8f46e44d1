import { dirOf, firstLanguage, language, languageOf, localeOf } from '../lib/language.ts'
import type { Catalogue, LanguageCode } from '../lib/language.ts'
import { keepLocal, readLocal } from '../lib/local-text.ts'
import { spoken } from './news.ts'

const CHOSEN = 'swipfs-language'

/** Files of their own: a visit reads one at most. */
const TEXTS: Readonly<Record<Exclude<LanguageCode, 'en'>, () => Promise<{ default: Catalogue }>>> = {
  de: async () => await import('../languages/de.json'),
  es: async () => await import('../languages/es.json'),
  zh: async () => await import('../languages/zh.json'),
  ar: async () => await import('../languages/ar.json')
}

/** Speaks as a person has chosen here, or else as their browser does. */
export async function startLanguage (): Promise<void> {
  await speak(languageOf(readLocal(CHOSEN) ?? '') ?? firstLanguage(navigator.languages))
}

/** To speak so from now on, in later visits too. */
export async function chooseLanguage (code: LanguageCode): Promise<void> {
  keepLocal(CHOSEN, code)
  await speak(code)
}

let wanted: LanguageCode | undefined

/** Where the texts cannot be had, as offline before they came, it stays as it is. */
async function speak (code: LanguageCode): Promise<void> {
  wanted = code
  const texts = code === 'en' ? undefined : await TEXTS[code]().then(({ default: texts }) => texts, () => null)

  if (texts === null || wanted !== code) {
    return
  }

  const dir = dirOf(code)
  Object.assign(document.documentElement, { lang: code, dir })
  language.set({ code, dir, locale: localeOf(code, navigator.languages), texts })
  // what was spoken before was spoken in another one
  spoken.set('')
}
