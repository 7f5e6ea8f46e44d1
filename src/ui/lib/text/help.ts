import { Store } from '../reactive/store.ts'
import { dirOf, language } from './language.ts'
import type { Language, LanguageCode } from './language.ts'

/** Translations of the help texts of commands and settings, by their English text. */
export type HelpCatalogue = Readonly<Record<string, string>>

/** A help text with the language that it is in. */
export interface Help {
  text: string
  lang: LanguageCode
  dir: Language['dir']
}

/** The help texts of one language; English until a catalogue is read. */
export const helpTexts = new Store<{ code: LanguageCode; texts: HelpCatalogue }>({ code: 'en', texts: {} })

/**
 * Matches code between backticks, an object of JSON, a quoted text, or a run of characters that are written from left to
 * right. A run ends at a bracket, at a quote, and at the end of a sentence or its part.
 */
const LEFT_TO_RIGHT = /`[^`]*`|\{[ -~]*?\}|"[ !#-~]*"|(?:[!#-'*-_a-~]+(?<![.,:;!?]) +)*[!#-'*-_a-~]+/g

/** Matches a run whose parts would change their places in text from right to left: slashes, or a number and its unit. */
const NEEDS_ISOLATION = /[^\w\s.]|^\W|\w\s+\w/

/** Matches a link of Markdown, whose target is a page of the documentation. */
const LINK = /\[([^\]]+)\]\([^)]*\)/g

/** Returns a help text in the page's language, or in English if it is not translated. Links are reduced to their text. */
export function helpOf (english: string): Help {
  const translation = translationOf(english)
  const text = (translation ?? english).replace(LINK, '$1')
  if (translation == null) {
    return { text, lang: 'en', dir: 'ltr' }
  }
  const { code } = language.value
  const dir = dirOf(code)
  return { text: dir === 'rtl' ? isolated(text) : text, lang: code, dir }
}

/** Returns the text to search: English, and the page's language. */
export function helpWords (english: string): string {
  const text = translationOf(english)
  return text == null ? english : `${english} ${text}`
}

function translationOf (english: string): string | undefined {
  const { code, texts } = helpTexts.value
  return code === language.value.code && Object.hasOwn(texts, english) ? texts[english] : undefined
}

/** Isolates technical text, such as `/ipfs` or `<src> -> <dst>`, in its direction from left to right. */
function isolated (text: string): string {
  return text.replace(LEFT_TO_RIGHT, (run) => {
    // The punctuation of the sentence stays outside.
    const name = run.replace(/[.,:;!?]+$/, '')
    return run.startsWith('`') || !NEEDS_ISOLATION.test(name) ? run : `\u2066${name}\u2069${run.slice(name.length)}`
  })
}
