import { isOwnPolicy } from '../../src/gateway/html/page/html-page.ts'
import { pageLanguage, translatePage } from '../../src/gateway/html/page/translate-page.ts'
import type { PageLanguage, PageTexts } from '../../src/gateway/html/page/translate-page.ts'

/** Reads the texts of a language, which are a file of the shell. */
export type ReadPageTexts = (language: PageLanguage) => Promise<PageTexts>

/**
 * Translates a page of the gateway into the language of the user. A page without texts, as in a worker without a shell,
 * stays in English.
 */
export async function translateOwnPage (
  request: Request,
  response: Response,
  readTexts: ReadPageTexts | undefined
): Promise<Response> {
  if (readTexts == null || !isOwnPolicy(response.headers.get('content-security-policy'))) {
    return response
  }

  // Chromium adds the header after the worker.
  const language = pageLanguage(request.headers.get('accept-language'), navigator.languages)
  const texts = language == null ? undefined : await readTexts(language).catch(() => undefined)
  return language == null || texts == null ? response : translatePage(response, language, texts)
}
