import { language } from './language.ts'
import { shownName } from './shown-name.ts'

declare const marked: unique symbol

/** A text that is translated later: the English source, to be passed to `t`. */
export type Words = string & { readonly [marked]: true }

/** Matches a number or date of `Intl`. In right-to-left languages it contains marks that keep its parts in order. */
const FORMATTED = /^[\p{Nd}/.,:%+\-٪٫٬ \u200e\u200f\u061c]+$/u

type Literal<K extends string> = string extends K ? K extends Words ? K : never : K
type Values = Readonly<Record<string, string | number>>

/**
 * Translates a text of the page. The English text is the key of the catalogues (`src/ui/languages`), so it must be a
 * literal; a test compares the sources with the catalogues.
 *
 * @param values - values of `{name}` placeholders. Numbers are formatted for the language. Texts, including untrusted
 *   names, are made visible (`shownName`) and isolated in their direction. A missing value leaves its placeholder for
 *   `rich`.
 * @example
 * ```ts
 * say(t('{name} is stored.', { name: picked.name }))
 * ```
 */
export function t<const K extends string> (english: Literal<K>, values: Values = {}): string {
  const text = language.value.texts?.[english]
  return filled(typeof text === 'string' ? text : english, values)
}

/**
 * Translates a text with a number `{n}`. The English plural form is the key.
 *
 * @example
 * ```ts
 * tn(files, '{n} file', '{n} files')
 * ```
 */
export function tn<const One extends string, const Many extends string> (
  n: number,
  one: Literal<One>,
  many: Literal<Many>,
  values: Values = {}
): string {
  const { locale, texts } = language.value
  const forms = texts?.[many]
  const text = typeof forms === 'object' ? forms[new Intl.PluralRules(locale).select(n)] ?? forms.other : undefined
  return filled(text ?? (n === 1 ? one : many), { ...values, n })
}

/** Marks a text for later translation by `t`. It is in the catalogues like all others. */
export function words<const K extends string> (english: Literal<K>): Words {
  return english as unknown as Words
}

/** Removes the direction isolation marks: for names that are stored, and displayed elsewhere too. */
export function bare (text: string): string {
  return text.replace(/[\u2068\u2069]/g, '')
}

function filled (text: string, values: Values): string {
  const { locale, dir } = language.value

  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name]
    if (value == null) {
      return place
    }
    if (typeof value === 'number') {
      return new Intl.NumberFormat(locale).format(value)
    }
    const shown = shownInText(value)
    return dir === 'rtl' ? `\u2068${shown}\u2069` : shown
  })
}

/**
 * Makes a value visible. It may be one of our own texts with isolated parts: balanced isolation marks are kept, because
 * they do not affect the surrounding text.
 */
function shownInText (value: string): string {
  const parts = value.split(/([\u2068\u2069])/)
  let open = 0
  const arePairs = parts.every((part) => (open += Number(part === '\u2068') - Number(part === '\u2069')) >= 0) &&
    open === 0

  if (FORMATTED.test(value)) {
    return value
  }
  return arePairs ? parts.map((part, i) => i % 2 === 1 ? part : shownName(part)).join('') : shownName(value)
}
