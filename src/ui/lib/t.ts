import { language } from './language.ts'
import { shownName } from './shown-name.ts'

declare const marked: unique symbol

/** A text of the page that is said later: its English, to be given to `t` then. */
export type Words = string & { readonly [marked]: true }

/** A number or a date of `Intl`: in languages that are written from the right it has marks that keep its parts in their order. */
const FORMATTED = /^[\p{Nd}/.,:%+\-٪٫٬ \u200e\u200f\u061c]+$/u

type Literal<K extends string> = string extends K ? K extends Words ? K : never : K
type Values = Readonly<Record<string, string | number>>

/**
 * A text of the page in its language. The English one is the key of the catalogues (`src/ui/languages`), so it is written as a literal where
 * it is said; a test holds sources and catalogues together.
 *
 * @param values - what stands for `{name}`: numbers are written as the language does, texts, names from outside
 *   among them, hide nothing (`shownName`) and keep their direction among those of the other.
 *   One that is not given stays, to be filled by `rich`.
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
 * A text that goes by a number, `{n}`. The English one of many is the key.
 *
 * @example
 * ```ts
 * tn(files, '{n} file', '{n} files')
 * ```
 */
export function tn<const One extends string, const Many extends string> (n: number, one: Literal<One>, many: Literal<Many>, values: Values = {}): string {
  const { locale, texts } = language.value
  const forms = texts?.[many]
  const text = typeof forms === 'object' ? forms[new Intl.PluralRules(locale).select(n)] ?? forms.other : undefined
  return filled(text ?? (n === 1 ? one : many), { ...values, n })
}

/** A text that is said later: `t` takes it then. It is in the catalogues like all others. */
export function words<const K extends string> (english: Literal<K>): Words {
  return english as unknown as Words
}

/** Without what keeps the directions of its parts apart: for names that are kept, and seen elsewhere too. */
export function bare (text: string): string {
  return text.replace(/[\u2068\u2069]/g, '')
}

function filled (text: string, values: Values): string {
  const { locale, dir } = language.value

  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name]
    if (value == null) return place
    if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value)
    const shown = shownInText(value)
    return dir === 'rtl' ? `\u2068${shown}\u2069` : shown
  })
}

/** What stands in a text may be one of ours, with parts that are kept apart: whole pairs of such marks change nothing around them. */
function shownInText (value: string): string {
  const parts = value.split(/([\u2068\u2069])/)
  let open = 0
  const arePairs = parts.every((part) => (open += part === '\u2068' ? 1 : part === '\u2069' ? -1 : 0) >= 0) && open === 0
  return FORMATTED.test(value) ? value : arePairs ? parts.map((part, i) => i % 2 === 1 ? part : shownName(part)).join('') : shownName(value)
}
