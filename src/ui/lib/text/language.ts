import { Store } from '../reactive/store.ts'

/** Translations by English text. A text with a number has a form per plural category (`Intl.PluralRules`). */
export type Catalogue = Readonly<Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>>

/** Languages of the page, with their native names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', zh: '简体中文', ar: 'العربية' } as const

export type LanguageCode = keyof typeof LANGUAGES

export interface Language {
  code: LanguageCode
  /** locale for `Intl`: the language with the region from the user's browser */
  locale: string
  dir: 'ltr' | 'rtl'
  /** missing for English, the source language */
  texts?: Catalogue
}

/** The current language of the page. */
export const language = new Store<Language>({ code: 'en', locale: 'en', dir: 'ltr' })

/**
 * @param tag - such as `de-AT`
 * @returns undefined if the page does not support it
 */
export function languageOf (tag: string): LanguageCode | undefined {
  const code = tag.toLowerCase().split('-')[0]
  return Object.hasOwn(LANGUAGES, code) ? code as LanguageCode : undefined
}

/** @param wanted - language tags in order of preference, from `navigator.languages` */
export function firstLanguage (wanted: readonly string[]): LanguageCode {
  return wanted.map(languageOf).find((code) => code != null) ?? 'en'
}

/** Returns the locale of a language with the region from the user's browser, for numbers and dates. */
export function localeOf (code: LanguageCode, wanted: readonly string[]): string {
  return wanted.find((tag) => languageOf(tag) === code) ?? code
}

export function dirOf (code: LanguageCode): Language['dir'] {
  return code === 'ar' ? 'rtl' : 'ltr'
}
