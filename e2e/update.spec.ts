import path from 'node:path'
import { bigFile, HELLO, isReady, keptRow, pick, region, uploadRow, visit, withFolder } from './fixtures/page.ts'
import { expect, test } from './fixtures/deployment.ts'

const MIB = 1024 * 1024
const OFFER = 'A new version of this node is ready'

test('a new version is offered and not forced; accepted, it runs with what was kept', async ({ page, context, deployment }) => {
  await visit(page, deployment.origin)
  await pick(page, HELLO)
  await expect(keptRow(page, HELLO.name)).toBeVisible()
  const other = await context.newPage()
  await visit(other, deployment.origin)

  const old = deployment.version
  const newer = await deployment.next()
  await page.reload() // a browser looks for a new worker when it navigates
  await expect(page.getByText(OFFER)).toBeVisible()
  await isReady(page)
  await expect(region(page, 'This node')).toContainText(old)

  await page.getByRole('button', { name: 'Switch now' }).click()
  await expect(region(page, 'This node')).toContainText(newer)
  await isReady(page)
  await expect(page.getByText(OFFER)).toHaveCount(0)
  await expect(keptRow(page, HELLO.name)).toContainText('Readable offline')
  expect(await page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('swipfs-shell-')))).toEqual([`swipfs-shell-${newer}`])

  await expect(other.getByText('A new version has taken over')).toBeVisible()
  await other.getByRole('button', { name: 'Reload' }).click()
  await isReady(other)
  await expect(other.getByText('A new version has taken over')).toHaveCount(0)
})

test('an upload is never cut by an update: the switch waits for it, in any tab', async ({ page, context, deployment }) => {
  await visit(page, deployment.origin)
  const other = await context.newPage()
  await visit(other, deployment.origin)

  // the answer of this upload takes as long as the story needs
  await other.evaluate(() => {
    const real = window.fetch
    window.fetch = async (input, init) => {
      const answer = await real(input, init)
      if (String(input).includes('/add?')) await new Promise((resolve) => { addEventListener('go-on', resolve, { once: true }) })
      return answer
    }
  })

  await withFolder({ folder: undefined }, async (folder) => {
    const place = path.join(folder, 'film.mp4')
    await bigFile(place, 100 * MIB)
    await other.locator('[data-pick=files]').setInputFiles(place)
    await expect(uploadRow(other, 'film.mp4').getByRole('progressbar')).toBeVisible()

    const newer = await deployment.next()
    await page.reload()
    await page.getByRole('button', { name: 'Switch now' }).click()
    await expect(page.getByText('Switching as soon as no upload runs')).toBeVisible()
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect(page.getByText(OFFER)).toBeVisible()
    await page.getByRole('button', { name: 'Switch now' }).click()
    await expect(page.getByText('Switching as soon as no upload runs')).toBeVisible()
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state)).toBe('installed')

    await other.evaluate(() => { dispatchEvent(new Event('go-on')) })
    await expect(uploadRow(other, 'film.mp4')).toContainText('bafybei')
    await expect(region(page, 'This node')).toContainText(newer, { timeout: 30_000 })
    await expect(keptRow(page, 'film.mp4')).toContainText('Readable offline', { timeout: 30_000 })
  })
})
