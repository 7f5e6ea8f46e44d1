import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { fingerprint } from '../fixtures/build/fingerprint.ts'
import { addSavable, linksThatSave, SAVABLE, SAVED_NAMES } from '../fixtures/page/savable.ts'
import { siteOrigin } from '../fixtures/site/own-site.ts'
import type { OtherBrowser } from './fixtures/other-browser.ts'
import { openApp, shownText } from './fixtures/page.ts'
import { expect, inEachBrowser, test } from './fixtures/test.ts'

/** Returns the fingerprint of each file in the download folder, by name, without unfinished downloads. */
async function saved ({ downloads }: OtherBrowser): Promise<Map<string, string>> {
  const names = await readdir(downloads).catch(() => [])
  const whole = names.filter((name) => !/\.(part|wkdownload)$/.test(name))
  return new Map(
    await Promise.all(
      whole.map(async (
        name
      ): Promise<[string, string]> => [
        name,
        fingerprint(await readFile(path.join(downloads, name)).catch(() => new Uint8Array()))
      ])
    )
  )
}

/**
 * Clicks each download link of a page.
 *
 * @param expected - fingerprints of the expected downloads, by path and query
 * @returns the names of the files
 */
async function saveAll (visitor: OtherBrowser, page: string, expected: Record<string, string>): Promise<string[]> {
  await visitor.goto(page)
  const target = (link: string): string => new URL(link, page).pathname + new URL(link, page).search
  let links: string[] = []
  await expect.poll(async () => (links = await visitor.evaluate(linksThatSave).catch(() => [])).map(target).sort())
    .toEqual(Object.keys(expected).sort())

  const names: string[] = []

  for (const link of links) {
    await visitor.click(`a[href="${link}"]`)
    await expect.poll(async () => [...(await saved(visitor)).values()], link).toEqual([expected[target(link)]])
    const [file] = (await saved(visitor)).keys()
    await rm(path.join(visitor.downloads, file))
    names.push(file)
    // The page is still open: the link was downloaded and not opened.
    expect(await visitor.evaluate(() => location.href)).toBe(page)
    expect(await shownText(visitor)).not.toContain('Opening')
  }

  return names.sort()
}

/** Returns the worker's answers to the app's page for the links of another page. */
async function answers (visitor: OtherBrowser, base: string, links: string[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {}

  for (const link of links) {
    const { pathname, search } = new URL(link, `http://x${base}`)
    const [status, bytes] = await visitor.evaluate(async (target): Promise<[number, number[]]> => {
      const response = await fetch(target)
      return [response.status, [...new Uint8Array(await response.arrayBuffer())]]
    }, pathname + search)
    expect(status, link).toBe(200)
    found[pathname + search] = fingerprint(Uint8Array.from(bytes))
  }

  return found
}

const LISTING = [
  '?format=tar',
  '?format=car',
  './a%20file.txt?download=true&filename=a+file.txt',
  './b.bin?download=true&filename=b.bin',
  './page.html?download=true&filename=page.html',
  './sub?format=tar&filename=sub.tar',
  './%C3%BC%20&%20%27q%27.txt?download=true&filename=%C3%BC+%26+%27q%27.txt'
]

inEachBrowser(({ name }) => {
  test('saves files from gateway pages unchanged', async ({ visitor, site }) => {
    await openApp(visitor, site)
    const { folder, document } = await visitor.evaluate(addSavable, SAVABLE)
    const listing = await answers(visitor, `/ipfs/${folder}/`, LISTING)
    const forms = await answers(visitor, `/ipfs/${document}/`, [
      '?format=raw',
      '?format=car',
      '?format=dag-cbor',
      '?format=cbor'
    ])

    expect(await saveAll(visitor, `${site.origin}/ipfs/${folder}/`, listing)).toEqual(
      [...SAVED_NAMES, `${folder}.car`, `${folder}.tar`].sort()
    )
    await saveAll(visitor, `${site.origin}/ipfs/${document}/`, forms)
  })

  test('a download that bypasses the worker never saves the start page of the node', async ({ visitor, site }) => {
    await openApp(visitor, site)
    const { folder } = await visitor.evaluate(addSavable, SAVABLE)
    await visitor.evaluate((href) => {
      const link = document.body.appendChild(document.createElement('a'))
      Object.assign(link, { id: 'foreign', href, download: 'page.html', textContent: 'save' })
      link.style.cssText = 'position: fixed; inset: 0 auto auto 0; z-index: 9'
    }, `/ipfs/${folder}/page.html`)
    await visitor.click('#foreign')
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const texts = await Promise.all(
      [...(await saved(visitor)).keys()].map(async (file) => await readFile(path.join(visitor.downloads, file), 'utf8'))
    )
    // Chromium and WebKit bypass the worker. Firefox asks it as for a tab: the document is redirected to its own
    // origin, where the attribute no longer counts. `saveLink` of the client saves documents in all browsers.
    expect(texts).toEqual([])
  })

  if (name === 'Firefox') {
    test('saves files on an own origin unchanged', async ({ visitor, site }) => {
      await openApp(visitor, site)
      const { folder } = await visitor.evaluate(addSavable, SAVABLE)
      const listing = await answers(visitor, `/ipfs/${folder}/`, LISTING)
      const own = Object.fromEntries(
        Object.entries(listing).map(([target, hash]) => [target.replace(`/ipfs/${folder}`, ''), hash])
      )
      await saveAll(visitor, `${siteOrigin(site, folder)}/`, own)
    })
  }
})
