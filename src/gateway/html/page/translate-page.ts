/** Languages of the gateway's own pages, in addition to English. */
export const PAGE_LANGUAGES = ['de', 'es', 'zh', 'ar'] as const

export type PageLanguage = typeof PAGE_LANGUAGES[number]

/** Translations by English text. Numbers and sizes are placeholders: `{0}`, `{1}`. */
export type PageTexts = Readonly<Record<string, string>>

/** The language of a page, and its texts. */
export interface Translation {
  language: PageLanguage
  texts: PageTexts
}

/**
 * Matches what may be translated or must not be: elements with `translate="no"`, which are names and technical texts;
 * styles and scripts; labels; and texts.
 */
const PARTS = new RegExp(
  [
    /<(\w+)\b[^>]*\stranslate="no"[^>]*>[^]*?<\/\1(?=>)/,
    /<(?<skipped>style|script)\b[^]*?<\/\k<skipped>(?=>)/,
    /\b(aria-label|title)="([^"]+)"/,
    />([^<]+)/
  ].map(({ source }) => source).join('|'),
  'g'
)

const NUMBERS = /\d+(?:\.\d+)?(?: (?:bytes|[kKMGTPE]?i?B)\b)?/g

/**
 * Returns the language of a request: of its `Accept-Language`, or of the browser where workers do not see that header.
 *
 * @param languages - the browser's languages, in order of preference
 * @returns undefined for English
 */
export function pageLanguage (header: string | null, languages: readonly string[]): PageLanguage | undefined {
  const wanted = header == null
    ? languages
    : header.split(',').map((entry) => {
      const [tag, weight = '1'] = entry.trim().split(/\s*;\s*q=/)
      return { tag, weight: Number(weight) }
    }).sort((a, b) => b.weight - a.weight).map(({ tag }) => tag)

  for (const tag of wanted) {
    const code = tag.toLowerCase().split('-')[0]
    const found = PAGE_LANGUAGES.find((language) => language === code)

    if (found != null || code === 'en') {
      return found
    }
  }

  return undefined
}

/** Translates a page of the gateway itself, such as a listing. */
export function translatePage (response: Response, translation: Translation): Response {
  const headers = new Headers(response.headers)
  headers.delete('Content-Length')
  return new Response(response.body?.pipeThrough(translator(translation)), {
    status: response.status,
    statusText: response.statusText,
    headers
  })
}

/** Translates complete lines of a page. */
export function translateHtml (html: string, { language, texts }: Translation): string {
  return html.replace('<html lang="en"', `<html ${languageAttributes(language)}`).replace(
    PARTS,
    (part, _element, _raw, attribute?: string, label?: string, text?: string) => {
      if (attribute != null && label != null) {
        return `${attribute}="${translated(label, texts)}"`
      }
      return text == null ? part : `>${translated(text, texts)}`
    }
  )
}

/** Returns the attributes of an element in a language. */
export function languageAttributes (language: PageLanguage | 'en'): string {
  return `lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`
}

/** Translates a text with the placeholders `{0}`, `{1}`; without texts it stays in English. */
export function translateText (english: string, values: readonly string[] = [], texts?: PageTexts): string {
  return (texts?.[english] ?? english).replace(/\{(\d)\}/g, (_, at: string) => values[Number(at)] ?? '')
}

/** Returns the key of a text in the catalogues. */
export function textKey (text: string): string {
  let count = 0
  return text.trim().replace(NUMBERS, () => `{${count++}}`)
}

function translated (text: string, texts: PageTexts): string {
  return text.replace(text.trim(), (trimmed) => translateText(textKey(trimmed), trimmed.match(NUMBERS) ?? [], texts))
}

/** Translates a stream by lines, because a waiting page grows for minutes. Every part of a page ends a line. */
function translator (translation: Translation): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let rest = ''

  return new TransformStream<Uint8Array, Uint8Array>({
    transform (chunk, controller) {
      rest += decoder.decode(chunk, { stream: true })
      const end = rest.lastIndexOf('\n') + 1

      if (end > 0) {
        controller.enqueue(encoder.encode(translateHtml(rest.slice(0, end), translation)))
        rest = rest.slice(end)
      }
    },

    flush (controller) {
      controller.enqueue(encoder.encode(translateHtml(rest + decoder.decode(), translation)))
    }
  })
}
