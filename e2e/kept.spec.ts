import type { Page } from 'playwright'
import { startPinningService } from '../src/testing/pinning-service.ts'
import { HELLO, keptRow, pick, region, uploadRow, visit } from './fixtures/page.ts'
import { expect, test } from './fixtures/quiet-installed.ts'
import { rpc } from './fixtures/site.ts'
import { violations } from './fixtures/violations.ts'

const FILES = [HELLO, { name: 'file 10.txt', text: 'x'.repeat(3000) }, { name: 'file 2.txt', text: 'x'.repeat(2000) }, {
  name: 'photo.jpg',
  text: 'x'.repeat(9000)
}]

async function names (page: Page): Promise<string[]> {
  return await region(page, 'Kept here').locator('.rows > .row .name').allInnerTexts()
}

interface Slowed {
  atOnce: () => void
}

/** Delays a command until it is released. */
async function slow (page: Page, command: string): Promise<void> {
  await page.evaluate((command) => {
    const real = window.fetch
    const told = new Promise<void>((resolve) => {
      Object.assign(window, { atOnce: resolve })
    })
    window.fetch = async (input, init) => {
      if (String(input).includes(`/${command}?`)) {
        await told
      }
      return await real(input, init)
    }
  }, command)
}

async function atOnce (page: Page): Promise<void> {
  await page.evaluate(() => {
    ;(window as unknown as Slowed).atOnce()
  })
}

test.beforeEach(async ({ page, site }) => {
  await visit(page, site.origin)
  await pick(page, ...FILES)
  await expect(region(page, 'Kept here')).toContainText('4 items')
})

test('finds pins by name, and sorts them by name and size', async ({ page }) => {
  const list = region(page, 'Kept here')
  await expect.poll(async () => await names(page)).toEqual(['file 2.txt', 'file 10.txt', 'hello.txt', 'photo.jpg'])
  await list.getByLabel('Order').selectOption('size')
  await list.getByRole('button', { name: 'Reversed' }).click()
  await expect.poll(async () => await names(page)).toEqual(['photo.jpg', 'file 10.txt', 'file 2.txt', 'hello.txt'])
  await list.getByLabel('Names with').fill('FILE')
  await expect.poll(async () => await names(page)).toEqual(['file 10.txt', 'file 2.txt'])
  await expect(list).toContainText('2 of 4 items')
  await list.getByLabel('Names with').fill('nothing of that name')
  await expect(list).toContainText('Nothing that is kept is like that.')
})

test('shows pin dates, the newest first, and none for pins from earlier versions', async ({ page }) => {
  const list = region(page, 'Kept here')
  await expect(keptRow(page, 'hello.txt').getByText(/^since /)).toBeVisible()
  // Dates have a resolution of a second.
  await page.evaluate(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, 1100)
    })
  })
  await pick(page, { name: 'a newer one.txt', text: 'newer' })
  await expect(keptRow(page, 'a newer one.txt').getByText(/^since /)).toBeVisible()
  await list.getByLabel('Order').selectOption('Newest first')
  await expect.poll(async () => (await names(page))[0]).toBe('a newer one.txt')
  await list.getByRole('button', { name: 'Reversed' }).click()
  await expect.poll(async () => (await names(page)).at(-1)).toBe('a newer one.txt')
  // Same answer as Kubo.
  expect(JSON.parse((await rpc(page, `pin/ls?arg=${HELLO.cid}&names=true`)).text)).toEqual({
    Keys: { [HELLO.cid]: { Type: 'recursive', Name: 'hello.txt' } }
  })
})

test('keeps both names when the same bytes are added under a second name', async ({ page }) => {
  await pick(page, { name: 'the same.txt', text: HELLO.text })
  const row = uploadRow(page, 'the same.txt')
  await expect(row).toContainText('The same bytes are kept already, as hello.txt')
  await expect(keptRow(page, 'hello.txt')).toBeVisible()
  await row.getByRole('button', { name: 'Call it “the same.txt”' }).click()
  await expect(keptRow(page, 'the same.txt')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Both names in Files' })).toHaveCount(0)

  await pick(page, HELLO)
  await uploadRow(page, 'hello.txt').filter({ hasText: 'as the same.txt' }).getByRole('button', {
    name: 'Both names in Files'
  }).click()
  await expect(page.getByText('2 entries are copied to “Files”.').first()).toBeVisible()
  for (const name of ['hello.txt', 'the same.txt']) {
    expect((await rpc(page, `files/read?arg=/${encodeURIComponent(name)}`)).text).toBe(HELLO.text)
  }
})

test('removes and restores several selected pins, and renames one', async ({ page }) => {
  const list = region(page, 'Kept here')
  await expect.poll(async () => (await names(page)).length).toBe(4)
  await list.getByLabel('Choose file 2.txt').click()
  await list.getByLabel('Choose hello.txt').click({ modifiers: ['Shift'] })
  const bar = list.getByRole('group', { name: 'With 3 items' })
  expect(await violations(page)).toEqual([])
  await bar.getByRole('button', { name: 'Remove them' }).click()
  await expect(list).toContainText('3 items are no longer kept')
  await expect.poll(async () => await names(page)).toEqual(['photo.jpg'])
  await list.getByRole('button', { name: 'Keep them again' }).click()
  await expect.poll(async () => (await names(page)).length).toBe(4)

  await list.getByLabel('Choose hello.txt').click()
  await list.getByRole('button', { name: 'Rename' }).click()
  await list.getByLabel('New name').fill('good day.txt')
  await page.keyboard.press('Enter')
  await expect(keptRow(page, 'good day.txt')).toBeVisible()
  expect(JSON.parse((await rpc(page, `pin/ls?arg=${HELLO.cid}&names=true`)).text)).toMatchObject({
    Keys: { [HELLO.cid]: { Name: 'good day.txt', Type: 'recursive' } }
  })
})

test('handles removals and undos that are faster than the node', async ({ page }) => {
  const list = region(page, 'Kept here')
  const removed = list.getByText('is no longer kept')
  await expect.poll(async () => (await names(page)).length).toBe(4)
  await slow(page, 'pin/ls')
  await keptRow(page, 'hello.txt').getByRole('button', { name: 'Remove hello.txt' }).click()
  await expect(removed).toContainText('“hello.txt”')
  await expect(keptRow(page, 'hello.txt')).toHaveCount(0)
  await list.getByRole('button', { name: 'Keep it again' }).click()
  await expect(removed).toHaveCount(0)
  await atOnce(page)
  await expect(keptRow(page, 'hello.txt').getByRole('button', { name: 'Remove hello.txt' })).toBeEnabled()

  await keptRow(page, 'hello.txt').getByRole('button', { name: 'Remove hello.txt' }).click()
  await slow(page, 'pin/add')
  await list.getByRole('button', { name: 'Keep it again' }).click()
  await keptRow(page, 'photo.jpg').getByRole('button', { name: 'Remove photo.jpg' }).click()
  await expect(removed).toContainText('“photo.jpg”')
  await atOnce(page)
  await expect.poll(async () => await names(page)).toEqual(['file 2.txt', 'file 10.txt', 'hello.txt'])
  await expect(removed).toContainText('“photo.jpg”')
  await list.getByRole('button', { name: 'Keep it again' }).click()
  await expect.poll(async () => (await names(page)).length).toBe(4)
})

test('verifies all pins by reading every block', async ({ page }) => {
  const list = region(page, 'Kept here')
  await list.getByRole('button', { name: 'Verify all' }).click()
  await expect(list).toContainText(/Every block of \d items was read, and is what its address says/)
})

test('reminds the user until storage is persistent, and reports a refusal', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(StorageManager.prototype, { persisted: async () => false, persist: async () => false })
  })
  await page.reload()
  const list = region(page, 'Kept here')
  await list.getByRole('button', { name: 'Ask it to keep it all' }).click()
  await expect(list).toContainText('The browser did not agree. Some decide by how much a site is used')
  await expect(list.getByRole('button', { name: 'Ask again' })).toBeVisible()
  await expect(page.locator('[aria-live=polite]')).toHaveText('The browser did not agree.')
  expect(await violations(page)).toEqual([])
})

test('one sheet offers all ways to share, with correct descriptions', async ({ page }) => {
  await keptRow(page, 'hello.txt').getByRole('button', { name: 'Share hello.txt…' }).click()
  const sheet = page.getByRole('dialog', { name: 'Share hello.txt' })
  await expect(sheet).toContainText('Nobody can fetch it from this browser: this node is no peer of others.')
  await expect(sheet).toContainText(`ipfs://${HELLO.cid}`)
  await sheet.getByRole('textbox', { name: 'Gateway' }).fill('example.org')
  await expect(sheet).toContainText(`https://example.org/ipfs/${HELLO.cid}`)
  await sheet.getByRole('textbox', { name: 'Gateway' }).fill('no gateway: at all')
  await expect(sheet.getByRole('alert')).toContainText('no address of a gateway')
  await sheet.getByRole('button', { name: 'QR code: ipfs:// link of hello.txt' }).click()
  await expect(sheet.getByRole('img', { name: 'QR code: ipfs:// link of hello.txt' })).toBeVisible()
  expect(await violations(page)).toEqual([])

  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width} px`)
      .toBeLessThanOrEqual(0)
    expect(await sheet.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth), `the sheet at ${width} px`)
      .toBeLessThanOrEqual(0)
  }

  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Share hello.txt…' }).first()).toBeVisible()
})

test('adds a pinning service, pins and unpins there, and removes it', async ({ page, quiet }) => {
  quiet.allow(/Failed to load resource/)
  const service = await startPinningService({ key: 'a-secret' })

  try {
    const list = region(page, 'Kept here')
    await list.getByRole('button', { name: 'Add a pinning service…' }).click()
    const form = list.getByRole('form', { name: 'Add a pinning service' })
    await expect(form.getByLabel('A name for it')).toBeFocused()
    await form.getByLabel('A name for it').fill('mine')
    await form.getByLabel('Its address').fill('http://pins.example')
    await form.getByLabel('Its secret').fill('a-secret')
    await page.keyboard.press('Enter')
    await expect(form.getByRole('alert')).toContainText('The service was not added.')
    expect(await violations(page)).toEqual([])
    await form.getByLabel('Its address').fill(service.url)
    await page.keyboard.press('Enter')
    await expect(form).toHaveCount(0)

    await list.getByLabel('Choose hello.txt').click()
    await list.getByRole('button', { name: 'Keep at mine too' }).click()
    await expect(keptRow(page, HELLO.name)).toContainText('Also kept at mine')
    expect(service.pins.map(({ pin }) => [pin.cid, pin.name])).toEqual([[HELLO.cid, HELLO.name]])

    const there = list.locator('details.elsewhere')
    await there.locator('summary').click()
    await there.getByRole('button', { name: 'Remove hello.txt' }).click()
    await expect(there).toContainText('is no longer kept there')
    await expect.poll(() => service.pins.length).toBe(0)
    await there.getByRole('button', { name: 'Keep it there again' }).click()
    await expect.poll(() => service.pins.length).toBe(1)
    await expect(there).toContainText('Kept there')
    expect(await violations(page)).toEqual([])
    await there.getByRole('button', { name: 'Forget this service…' }).click()
    await there.getByRole('button', { name: 'Keep it' }).click()
    await expect(there.getByRole('button', { name: 'Forget this service…' })).toBeFocused()
    await page.keyboard.press('Enter')
    await there.getByRole('button', { name: 'Forget the service' }).click()
    await expect(there).toHaveCount(0)
    expect(service.pins).toHaveLength(1)
  } finally {
    await service.close()
  }
})

test('renders only some of very many files, and keeps all', async ({ page }) => {
  await pick(page, ...Array.from({ length: 120 }, (_, i) => ({ name: `many ${i}.txt`, text: `${i}` })))
  await expect(region(page, 'Kept here')).toContainText('124 items')
  await expect(region(page, /^(Storing|Just added)/)).toHaveCount(0)
  const rows = region(page, 'Kept here').getByRole('checkbox')
  await expect(rows).toHaveCount(50)
  await page.getByRole('button', { name: 'Show 50 more' }).click()
  await expect(rows).toHaveCount(100)
})
