import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { CommandInfo } from '../../../src/ui/lib/command/info/command-info.ts'
import type { SettingInfo } from '../../../src/ui/lib/command/info/setting-info.ts'
import type { HelpCatalogue } from '../../../src/ui/lib/text/help.ts'
import { LANGUAGES } from '../../../src/ui/lib/text/language.ts'

const place = (name: string): URL => new URL(`../../../public/reference/${name}.json`, import.meta.url)
const readJson = <T>(name: string): T => JSON.parse(readFileSync(place(name), 'utf8')) as T

/** Languages that need a catalogue: all but English, the source language. */
export const HELP_LANGUAGES = Object.keys(LANGUAGES).filter((code) => code !== 'en')

/** Text that stays as it is. */
const KEPT = new RegExp(
  [
    /--[a-z][\w-]*/, // names of options
    /<[\w-]+>|%\w/, // placeholders of formats
    /(?<![\w-])[a-z0-9][\w-]*=[\w-]+/, // options with values
    /\b[A-Z]\w*(?:\.[A-Z]\w*)+/, // keys of settings
    /(?<![\w`])\/[\w/%.-]*\w/, // paths
    /\d[\d.]*\d|\d/ // numbers
  ].map(({ source }) => source).join('|'),
  'g'
)

/** Returns the English help texts of commands, arguments, options and settings, in the order of the reference. */
export function helpSources (): string[] {
  const commands = readJson<CommandInfo[]>('commands').flatMap(({ help, description = '', args, options }) => [
    help,
    description,
    ...[...args, ...options].map(({ help }) => help)
  ])
  const settings = readJson<SettingInfo[]>('settings').map(({ how }) => how)
  return [...new Set([...commands, ...settings])].filter((text) => text !== '')
}

/** Reads the translations of the help texts; empty for a new language. */
export function readHelp (code: string): HelpCatalogue {
  return existsSync(place(`help-${code}`)) ? readJson<HelpCatalogue>(`help-${code}`) : {}
}

/** Returns the English texts that a catalogue lacks, and those that it contains without need. */
export function helpGaps (
  catalogue: HelpCatalogue,
  sources: readonly string[]
): { missing: string[]; unused: string[] } {
  const used = new Set(sources)
  return {
    missing: sources.filter((text) => !Object.hasOwn(catalogue, text)),
    unused: Object.keys(catalogue).filter((text) => !used.has(text))
  }
}

/**
 * Returns what a translation has changed of the parts that stay: code in backticks, targets of links, names of options,
 * placeholders, paths, keys of settings, and numbers.
 *
 * @returns the parts that are missing, or that only the translation has
 */
export function markupFaults (english: string, translated: string): string[] {
  const [wanted, has] = [exactParts(english), exactParts(translated)]
  return [
    ...without(wanted, has),
    ...without(has, wanted),
    ...[...english.matchAll(KEPT)].map(([part]) => part).filter((part) => !translated.includes(part))
  ]
}

/** Returns code and the targets of links, as often as they occur. */
function exactParts (text: string): string[] {
  return [...text.matchAll(/`[^`]*`?|\]\([^)]*\)/g)].map(([part]) => part)
}

function without (parts: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return parts.filter((part) => {
    const at = left.indexOf(part)
    if (at !== -1) {
      left.splice(at, 1)
    }
    return at === -1
  })
}

/**
 * Writes the catalogues in the order of the reference, with unused translations at the end.
 *
 * @returns a line for each catalogue with gaps, followed by the missing and unused English texts
 */
export function writeHelp (): string[] {
  const sources = helpSources()

  return HELP_LANGUAGES.flatMap((code) => {
    const catalogue = readHelp(code)
    const { missing, unused } = helpGaps(catalogue, sources)
    const keys = [...sources.filter((text) => Object.hasOwn(catalogue, text)), ...unused]
    const text = JSON.stringify(Object.fromEntries(keys.map((key) => [key, catalogue[key]])), null, 2)
    writeFileSync(place(`help-${code}`), `${text}\n`)

    return missing.length + unused.length === 0 ? [] : [
      `public/reference/help-${code}.json: ${missing.length} missing, ${unused.length} unused`,
      ...missing.map((text) => `  missing ${JSON.stringify(text)}: "",`),
      ...unused.map((text) => `  unused ${JSON.stringify(text)}`)
    ]
  })
}
