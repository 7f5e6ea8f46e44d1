import { isOwnPage } from '../../src/gateway/html/page/html-page.ts'
import { pageLanguage, translatePage } from '../../src/gateway/html/page/translate-page.ts'
import type { PageLanguage, PageTexts, Translation } from '../../src/gateway/html/page/translate-page.ts'

/** Reads the texts of a language, which are a file of the shell. */
export type ReadPageTexts = (language: PageLanguage) => Promise<PageTexts>

export interface OwnPageOptions {
  /** whether the response is certainly a page of the gateway; by default its policy shows it */
  isOwn?: boolean
  /** returns the language that the user chose in the app, if any; it is preferred to those of the browser */
  language?: (() => Promise<string | undefined>) | undefined
}

/**
 * Translates a page of the gateway into the language of the user. A page without texts, as in a worker without a shell,
 * stays in English.
 */
export async function translateOwnPage (
  request: Request,
  response: Response,
  readTexts: ReadPageTexts | undefined,
  { isOwn = isOwnPage(response.headers.get('content-security-policy')), language }: OwnPageOptions = {}
): Promise<Response> {
  const translation = isOwn ? await readTranslation(request, readTexts, language) : undefined
  return translation == null ? response : translatePage(response, translation)
}

/** Reads the texts in the language of the user; undefined for English, or if they cannot be read. */
export async function readTranslation (
  request: Request,
  readTexts: ReadPageTexts | undefined,
  chosenLanguage?: OwnPageOptions['language']
): Promise<Translation | undefined> {
  const chosen = await chosenLanguage?.()
  // Chromium adds the header after the worker.
  const language = chosen == null
    ? pageLanguage(request.headers.get('accept-language'), navigator.languages)
    : pageLanguage(null, [chosen])
  const texts = language == null ? undefined : await readTexts?.(language).catch(() => undefined)
  return language == null || texts == null ? undefined : { language, texts }
}
