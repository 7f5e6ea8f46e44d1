import { isOwnPage } from '../../src/gateway/html/page/html-page.ts'
import { pageLanguage, translatePage } from '../../src/gateway/html/page/translate-page.ts'
import type { PageLanguage, PageTexts, Translation } from '../../src/gateway/html/page/translate-page.ts'

/** Reads the texts of a language, which are a file of the shell. */
export type ReadPageTexts = (language: PageLanguage) => Promise<PageTexts>

/**
 * Translates a page of the gateway into the language of the user. A page without texts, as in a worker without a shell,
 * stays in English.
 *
 * @param isOwn - whether the response is certainly such a page; by default its policy shows it
 */
export async function translateOwnPage (
  request: Request,
  response: Response,
  readTexts: ReadPageTexts | undefined,
  isOwn = isOwnPage(response.headers.get('content-security-policy'))
): Promise<Response> {
  const translation = isOwn ? await readTranslation(request, readTexts) : undefined
  return translation == null ? response : translatePage(response, translation)
}

/** Reads the texts in the language of the user; undefined for English, or if they cannot be read. */
export async function readTranslation (
  request: Request,
  readTexts: ReadPageTexts | undefined
): Promise<Translation | undefined> {
  // Chromium adds the header after the worker.
  const language = pageLanguage(request.headers.get('accept-language'), navigator.languages)
  const texts = language == null ? undefined : await readTexts?.(language).catch(() => undefined)
  return language == null || texts == null ? undefined : { language, texts }
}
