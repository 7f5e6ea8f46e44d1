import { BASE } from '../../client/protocol/base.ts'
import { helpTexts } from '../lib/text/help.ts'
import type { HelpCatalogue } from '../lib/text/help.ts'
import { language } from '../lib/text/language.ts'
import type { LanguageCode } from '../lib/text/language.ts'

/**
 * Reads reference data of commands or settings, which the build generates, and their help in the page's language. It is
 * part of the shell, and so available offline.
 *
 * @returns undefined if it cannot be loaded
 */
export async function readReference<T> (name: 'commands' | 'settings'): Promise<T | undefined> {
  const [data] = await Promise.all([readJson<T>(name), followHelp()])
  return data
}

/** Catalogues that were requested, by language. */
const catalogues = new Map<LanguageCode, Promise<HelpCatalogue | undefined>>()

let isFollowing = false

/** Reads the help texts in the page's language, from now on at each change of it too. */
async function followHelp (): Promise<void> {
  if (!isFollowing) {
    isFollowing = true
    language.subscribe(() => {
      void readHelp()
    })
  }
  await readHelp()
}

/** Reads the help texts in the page's language. Without them the help stays English. */
async function readHelp (): Promise<void> {
  const { code } = language.value
  if (code === 'en' || code === helpTexts.value.code) {
    return
  }
  const reading = catalogues.get(code) ?? readJson<HelpCatalogue>(`help-${code}`)
  catalogues.set(code, reading)
  const texts = await reading

  if (texts == null) {
    catalogues.delete(code) // The next request tries again.
  } else if (code === language.value.code) {
    helpTexts.set({ code, texts })
  }
}

async function readJson<T> (name: string): Promise<T | undefined> {
  const response = await fetch(`${BASE}reference/${name}.json`).catch(() => undefined)
  return response?.ok === true ? await response.json().catch(() => undefined) as T | undefined : undefined
}
