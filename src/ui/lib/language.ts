import { Store } from './store.ts'

/** Texts by what they are in English: one with a number has a form for each kind of number (`Intl.PluralRules`). */
export type Catalogue = Readonly<Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>>

/** The languages of the page, each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', zh: '简体中文', ar: 'العربية' } as const

export type LanguageCode = keyof typeof LANGUAGES

export interface Language {
  code: LanguageCode
  /** for `Intl`: the language as this person's browser names it, with its region */
  locale: string
  dir: 'ltr' | 'rtl'
  /** none for English, which is what the texts are written in */
  texts?: Catalogue
}

/** What the page speaks now. */
export const language = new Store<Language>({ code: 'en', locale: 'en', dir: 'ltr' })

/** @param tag - such as `de-AT`. @returns undefined when the page does not speak it */
export function languageOf (tag: string): LanguageCode | undefined {
  const code = tag.toLowerCase().split('-')[0]
  return Object.hasOwn(LANGUAGES, code) ? code as LanguageCode : undefined
}

/** @param wanted - tags, the most wanted first, as `navigator.languages` has them */
export function firstLanguage (wanted: readonly string[]): LanguageCode {
  return wanted.map(languageOf).find((code) => code != null) ?? 'en'
}

/** The language as it is wanted there: with the region that a person's browser says, which numbers and dates are written by. */
export function localeOf (code: LanguageCode, wanted: readonly string[]): string {
  return wanted.find((tag) => languageOf(tag) === code) ?? code
}

export function dirOf (code: LanguageCode): Language['dir'] {
  return code === 'ar' ? 'rtl' : 'ltr'
}
