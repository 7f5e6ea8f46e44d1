import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { fingerprint } from '../fixtures/build/fingerprint.ts'
import { expect, test } from '../fixtures/page/quiet.ts'
import { addSavable, linksThatSave, SAVABLE, SAVED_NAMES } from '../fixtures/page/savable.ts'
import { siteOrigin } from '../fixtures/site/own-site.ts'

/** Returns the fingerprint of the worker's answer to the app's page. */
async function fetchFingerprint (app: Page, target: string): Promise<string> {
  return fingerprint(
    Uint8Array.from(
      await app.evaluate(async (target) => [...new Uint8Array(await (await fetch(target)).arrayBuffer())], target)
    )
  )
}

/**
 * Clicks each download link of a page, and compares the downloads with the answers to the app's page.
 *
 * @returns the names
 */
async function saveAll (app: Page, page: Page, url: string, base: string): Promise<string[]> {
  await page.goto(url)
  let links: string[] = []
  await expect.poll(async () => (links = await page.evaluate(linksThatSave).catch(() => [])).length).toBeGreaterThan(0)
  const names: string[] = []

  for (const link of links) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator(`a[href="${link}"]`).click()])
    const { pathname, search } = new URL(link, `http://x${base}`)
    expect(fingerprint(await readFile(await download.path())), link).toBe(
      await fetchFingerprint(app, pathname + search)
    )
    names.push(download.suggestedFilename())
    expect(page.url()).toBe(url)
  }

  return names.sort()
}

test('saves files from gateway pages unchanged, on an own origin too', async ({ app, context, site }) => {
  const { folder, document } = await app.evaluate(addSavable, SAVABLE)
  const page = await context.newPage()
  const names = [...SAVED_NAMES, `${folder}.car`, `${folder}.tar`].sort()
  expect(await saveAll(app, page, `${site.origin}/ipfs/${folder}/`, `/ipfs/${folder}/`)).toEqual(names)
  expect(await saveAll(app, page, `${site.origin}/ipfs/${document}/`, `/ipfs/${document}/`)).toHaveLength(4)
  expect(await saveAll(app, page, `${siteOrigin(site, folder)}/`, `/ipfs/${folder}/`)).toEqual(names)
})

test('a download that bypasses the worker never saves the start page of the node', async ({ app, site, quiet }) => {
  const { folder } = await app.evaluate(addSavable, SAVABLE)
  quiet.allow(/503/)

  for (const file of ['page.html', 'b.bin']) {
    const [download] = await Promise.all([
      app.waitForEvent('download'),
      app.evaluate((href) => {
        Object.assign(document.createElement('a'), { href, download: 'page.html' }).click()
      }, `${site.origin}/ipfs/${folder}/${file}`)
    ])
    // This browser bypasses the worker and asks the host, which has nothing to download.
    expect(await download.failure(), file).not.toBeNull()
  }
})
