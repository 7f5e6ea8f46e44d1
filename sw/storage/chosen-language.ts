import { LANGUAGE_MARK } from '../../src/client/protocol/language-mark.ts'
import { PAGE_LANGUAGES } from '../../src/gateway/html/page/translate-page.ts'

/** Returns the language that the user chose in the app; undefined if there is none or the browser does not answer. */
export async function chosenLanguage (caches: Pick<CacheStorage, 'has'>): Promise<string | undefined> {
  const codes = ['en', ...PAGE_LANGUAGES]
  const marks = await Promise.all(codes.map(async (code) => await caches.has(LANGUAGE_MARK + code).catch(() => false)))
  return codes.find((_, i) => marks[i])
}
