import { cp, mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'playwright/test'
import { docsSite } from '../fixtures/build/docs-site.ts'
import { runFolder } from '../fixtures/build/run-folder.ts'
import { servedFolder } from '../fixtures/site/served-folder.ts'

/** Folders in which the site is published: that of a static host, and that of a gateway. */
const PLACES = ['docs', 'ipfs/bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354']

// In a narrower window the switch for dark mode is in a menu.
test.use({ viewport: { width: 1440, height: 900 } })

test('the documentation site works in a subfolder and at /ipfs/CID/, with search and dark mode', async ({ page }) => {
  const site = await docsSite()
  const folder = await mkdtemp(path.join(runFolder(), 'docs-site-places-'))
  await Promise.all(PLACES.map(async (place) => {
    await cp(site, path.join(folder, place), { recursive: true })
  }))
  const { origin, stop } = await servedFolder(folder)
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(error.message))
  page.on('response', (response) => {
    // The browser asks for an icon by itself.
    if (response.status() >= 400 && !response.url().endsWith('/favicon.ico')) {
      failures.push(`${response.status()} ${response.url()}`)
    }
  })

  try {
    for (const place of PLACES) {
      const site = `${origin}/${place}/`
      await page.goto(site)
      await page.locator('.vp-doc').getByRole('link', { name: 'Guide' }).first().click()
      await expect(page).toHaveURL(`${site}guide.html`)
      await expect(page.locator('h1')).toContainText('app')
      await page.locator('.VPSidebar').getByRole('link', { name: 'Settings' }).click()
      await expect(page).toHaveURL(`${site}reference/config.html`)

      const dark = page.locator('html.dark')
      const wasDark = await dark.count() > 0
      await page.locator('.VPNavBar .VPSwitchAppearance:visible').click()
      await expect(dark).toHaveCount(wasDark ? 0 : 1)

      await page.locator('#local-search button').click()
      await page.locator('.VPLocalSearchBox input').fill('StorageGCWatermark')
      await page.locator('.VPLocalSearchBox').getByRole('option').first().click()
      await expect(page).toHaveURL(new RegExp(`^${site}reference/config\\.html#`))

      // The page works when it is opened by its URL too.
      await page.reload()
      await expect(page.locator('h1')).toContainText('Settings')
    }

    expect(failures).toEqual([])
  } finally {
    await stop()
  }
})
