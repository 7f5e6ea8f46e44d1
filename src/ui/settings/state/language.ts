import { LANGUAGE_MARK } from '../../../client/protocol/language-mark.ts'
import { dirOf, firstLanguage, language, languageOf, LANGUAGES, localeOf } from '../../lib/text/language.ts'
import type { Catalogue, LanguageCode } from '../../lib/text/language.ts'
import { keepLocal, readLocal } from '../../lib/text/local-text.ts'
import { spoken } from '../../page/state/news.ts'

const CHOSEN = 'swipfs-language'

/** Catalogues in separate files: a visit loads at most one. */
const TEXTS: Readonly<Record<Exclude<LanguageCode, 'en'>, () => Promise<{ default: Catalogue }>>> = {
  de: async () => await import('../../languages/de.json'),
  es: async () => await import('../../languages/es.json'),
  zh: async () => await import('../../languages/zh.json'),
  ar: async () => await import('../../languages/ar.json')
}

/** Sets the language that the user chose here, or the browser's language. */
export async function startLanguage (): Promise<void> {
  const chosen = languageOf(readLocal(CHOSEN) ?? '')
  if (chosen != null) {
    markLanguage(chosen)
  }
  await speak(chosen ?? firstLanguage(navigator.languages))
}

/** Changes the language, for later visits too. */
export async function chooseLanguage (code: LanguageCode): Promise<void> {
  keepLocal(CHOSEN, code)
  markLanguage(code)
  await speak(code)
}

let marking = Promise.resolve()

/** Names the language for the worker, which makes pages of its own. Without storage they follow the browser. */
function markLanguage (chosen: LanguageCode): void {
  marking = marking.then(async () => {
    for (const code of Object.keys(LANGUAGES).filter((code) => code !== chosen)) {
      await caches.delete(LANGUAGE_MARK + code)
    }
    await caches.open(LANGUAGE_MARK + chosen)
  }).catch(() => {})
}

let wanted: LanguageCode | undefined

/** Loads and sets a language. If the catalogue cannot be loaded, such as offline, the language stays. */
async function speak (code: LanguageCode): Promise<void> {
  wanted = code
  const texts = code === 'en' ? undefined : await TEXTS[code]().then(({ default: texts }) => texts, () => null)

  if (texts === null || wanted !== code) {
    return
  }

  const dir = dirOf(code)
  Object.assign(document.documentElement, { lang: code, dir })
  language.set({ code, dir, locale: localeOf(code, navigator.languages), texts })
  // The last announcement was in another language.
  spoken.set('')
}
