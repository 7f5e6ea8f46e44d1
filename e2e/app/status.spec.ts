import type { Page } from 'playwright'
import { isReady, openSection, openWork, region, visit } from '../fixtures/page/page.ts'
import { violationsInThemes } from '../fixtures/page/violations.ts'
import { expect, set, test } from '../fixtures/site/elsewhere.ts'
import { killWorkers, rpc } from '../fixtures/site/site.ts'

/** A file that no place has. */
const MISSING = 'bafkreiemqpndzewx4bioklzfvhtiegsfny5fxuc3nkjk2vmcpjxiammsti'
const OFFLINE = 'Offline – everything here still works'

async function isFine (page: Page): Promise<void> {
  for await (const { colorScheme, found } of violationsInThemes(page)) {
    expect(found, colorScheme).toEqual([])
  }
}

test('A8: notices a lost network at once, says what still works, and recovers', async ({ page, context, site }) => {
  await visit(page, site.origin)
  const text = page.locator('header .pill-text')
  await expect(text).toHaveText('Online · receiving only')
  await context.setOffline(true)
  await expect(text).toHaveText(OFFLINE, { timeout: 1000 })
  await page.locator('header .pill').click()
  await expect(region(page, OFFLINE)).toContainText('This device has no network connection.')
  await isFine(page)
  await page.keyboard.press('Escape')
  await expect(page.locator('#status-panel')).toBeHidden()
  await expect(page.locator('header .pill')).toBeFocused()
  await context.setOffline(false)
  await expect(text).toHaveText('Online · receiving only')
})

test('warns about unprotected storage, and says what to do if the browser refuses', async ({ page, site }) => {
  await page.addInitScript(() => {
    Object.assign(StorageManager.prototype, { persisted: async () => false, persist: async () => false })
  })
  await visit(page, site.origin)
  const pill = page.locator('header .pill')
  await expect(pill).toHaveAttribute('data-unprotected', 'true')
  await expect(pill).toContainText('Files are not protected')
  await pill.click()
  const files = region(page, 'Your files')
  await files.getByRole('button', { name: 'Protect my files' }).click()
  await expect(files).toContainText('Your browser said no for now. Installing the app or bookmarking it usually helps.')
  await expect(files.getByRole('link', { name: 'Make a backup…' })).toBeVisible()
  await isFine(page)
})

test('protects the storage by one button', async ({ page, site }) => {
  await page.addInitScript(() => {
    let isKept = false
    Object.assign(StorageManager.prototype, { persisted: async () => isKept, persist: async () => isKept = true })
  })
  await visit(page, site.origin)
  await page.locator('header .pill').click()
  await region(page, 'Your files').getByRole('button', { name: 'Protect my files' }).click()
  await expect(region(page, 'Your files')).toContainText('Protected: your browser keeps these files')
  await expect(page.locator('header .pill')).toHaveAttribute('data-unprotected', 'false')
})

test('A8: says which places failed, and that all of them did', async ({ app }) => {
  await set(app, {
    'HTTPRetrieval.Allowlist': ['127.0.0.1'],
    'HTTPRetrieval.Gateways': ['http://127.0.0.1:1'],
    'Routing.DelegatedRouters': ['http://127.0.0.1:2']
  })
  await openSection(app, `#/explore/ipfs/${MISSING}`)
  const explorer = region(app, /^Explore/)
  const places = explorer.getByRole('list', { name: 'Places that were asked' }).getByRole('listitem')
  await expect(places.filter({ hasText: '127.0.0.1:1' })).toContainText('couldn’t be reached')
  await expect(places.filter({ hasText: '127.0.0.1:2' })).toContainText('couldn’t be reached')
  await expect(explorer.getByRole('progressbar')).toHaveCount(0)
  await expect(explorer.getByRole('button', { name: 'Keep trying in the background' })).toBeVisible()
  await expect(app.locator('header .pill-text')).toHaveText(OFFLINE)
  await isFine(app)
})

test('a search in the background survives a stopped worker, and offers it', async ({ app, context, elsewhere }) => {
  const cid = await elsewhere.add(new TextEncoder().encode('found at last') as Uint8Array<ArrayBuffer>)
  let isAway = true
  await elsewhere.serve(async (_, response) => {
    if (isAway) {
      response.writeHead(503).end()
    }
    return isAway
  })
  await openSection(app, `#/explore/ipfs/${cid}`)
  const explorer = region(app, /^Explore/)
  await explorer.getByRole('button', { name: 'Keep trying in the background' }).click()
  await expect(explorer).toContainText('The search continues in the background.')
  await openSection(app, '#/')
  await openWork(app)
  await expect(app.locator('#work-list')).toContainText('Looking for bafk')
  await isFine(app)

  await killWorkers(context, app)
  await app.reload()
  await isReady(app)
  await expect.poll(async () => (await rpc(app, 'swipfs/jobs/ls')).text).toContain('"State":"running"')
  isAway = false
  await expect(app.locator('.toast')).toContainText('was found', { timeout: 90_000 })
  await app.locator('.toast').getByRole('link', { name: 'Open' }).click()
  await expect(explorer).toContainText('found at last')
})

test('a background search can be cancelled', async ({ app }) => {
  await set(app, { 'Routing.DelegatedRouters': [], 'HTTPRetrieval.Gateways': ['http://127.0.0.1:1'] })
  await openSection(app, `#/explore/ipfs/${MISSING}`)
  await region(app, /^Explore/).getByRole('button', { name: 'Keep trying in the background' }).click()
  await openWork(app)
  await app.locator('#work-list').getByRole('button', { name: /^Cancel/ }).click()
  await expect.poll(async () => (await rpc(app, 'swipfs/jobs/ls')).text).toBe('')
})

test('settings: what people look for stands first, in their order', async ({ page, site }) => {
  await visit(page, `${site.origin}/#/node/settings`)
  await expect(page.locator('.node h3')).toHaveText([
    'Appearance',
    'Storage',
    'Network',
    'Gateway',
    'Home node',
    'Devices',
    'Backup',
    'Sites',
    'Developer',
    'Advanced'
  ])
  await region(page, 'Gateway').getByLabel('Public gateway').fill('https://')
  await expect(region(page, 'Gateway').getByRole('alert')).toHaveText('That isn’t a web address.')
  await region(page, 'Home node').getByRole('button', { name: 'Add a home node…' }).click()
  await expect(region(page, 'Home node').getByRole('form')).toBeVisible()
  await isFine(page)
})
