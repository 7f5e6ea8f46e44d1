import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LanguageCode } from '../lib/text/language.ts'

const FILES: Record<string, unknown> = {
  '/reference/commands.json': [{ path: 'pin/ls' }],
  '/reference/help-de.json': { 'List pins.': 'Pins auflisten.' },
  '/reference/help-es.json': { 'List pins.': 'Listar los pins.' }
}
const requested: string[] = []
let isOffline = false

/** A page of its own: modules that have requested nothing yet. */
let page: Awaited<ReturnType<typeof loadPage>>

async function loadPage () {
  vi.resetModules()
  const { helpOf } = await import('../lib/text/help.ts')
  const { language } = await import('../lib/text/language.ts')
  const { readReference } = await import('./read-reference.ts')
  return { helpOf, language, readReference }
}

function speak (code: LanguageCode): void {
  page.language.set({ code, locale: code, dir: 'ltr' })
}

async function shows (text: string): Promise<void> {
  await vi.waitFor(() => {
    expect(page.helpOf('List pins.').text).toBe(text)
  })
}

beforeEach(async () => {
  requested.length = 0
  isOffline = false
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url)
    if (isOffline) {
      throw new TypeError('Failed to fetch')
    }
    return await Promise.resolve(
      url in FILES ? Response.json(FILES[url]) : new Response('not found', { status: 404 })
    )
  })
  page = await loadPage()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('reference data', () => {
  it('comes with the help in the language of the page, which is requested once', async () => {
    speak('de')
    expect(await page.readReference('commands')).toEqual([{ path: 'pin/ls' }])
    expect(page.helpOf('List pins.')).toEqual({ text: 'Pins auflisten.', lang: 'de', dir: 'ltr' })
    await page.readReference('commands')
    expect(requested.filter((url) => url.includes('help'))).toEqual(['/reference/help-de.json'])
  })

  it('has no catalogue in English', async () => {
    await page.readReference('commands')
    expect(requested).toEqual(['/reference/commands.json'])
  })

  it('follows the language of the page', async () => {
    await page.readReference('commands')
    speak('de')
    await shows('Pins auflisten.')
    speak('es')
    await shows('Listar los pins.')
    speak('en')
    await shows('List pins.')
    speak('de')
    await shows('Pins auflisten.')
  })

  it('keeps English help without a catalogue, and requests it again later', async () => {
    isOffline = true
    speak('de')
    expect(await page.readReference('commands')).toBeUndefined()
    expect(page.helpOf('List pins.').lang).toBe('en')

    isOffline = false
    expect(await page.readReference('commands')).toEqual([{ path: 'pin/ls' }])
    expect(page.helpOf('List pins.').lang).toBe('de')
  })
})
