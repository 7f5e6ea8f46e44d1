import type { Page } from 'playwright'
import { HELLO, keptRow, pick, region, visit } from './fixtures/page.ts'
import { expect, test } from './fixtures/quiet.ts'
import { rpc } from './fixtures/site.ts'
import { violations } from './fixtures/violations.ts'

const FILES = [HELLO, { name: 'file 10.txt', text: 'x'.repeat(3000) }, { name: 'file 2.txt', text: 'x'.repeat(2000) }, { name: 'photo.jpg', text: 'x'.repeat(9000) }]

async function names (page: Page): Promise<string[]> {
  return await region(page, 'Kept here').locator('.rows > .row .name').allInnerTexts()
}

test.beforeEach(async ({ page, site }) => {
  await visit(page, site.origin)
  await pick(page, ...FILES)
  await expect(region(page, 'Kept here')).toContainText('4 items')
})

test('a person finds what is kept by name, and in the order of names and sizes', async ({ page }) => {
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

test('several are chosen and removed together, and kept again; one gets another name', async ({ page }) => {
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
  expect(JSON.parse((await rpc(page, `pin/ls?arg=${HELLO.cid}&names=true`)).text)).toMatchObject({ Keys: { [HELLO.cid]: { Name: 'good day.txt', Type: 'recursive' } } })
})

test('all that is kept is verified: every block was read', async ({ page }) => {
  const list = region(page, 'Kept here')
  await list.getByRole('button', { name: 'Verify all' }).click()
  await expect(list).toContainText(/Every block of \d items was read, and is what its address says/)
})

test('one sheet has all ways to share, and says what is true', async ({ page }) => {
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
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width} px`).toBeLessThanOrEqual(0)
    expect(await sheet.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth), `the sheet at ${width} px`).toBeLessThanOrEqual(0)
  }

  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Share hello.txt…' }).first()).toBeVisible()
})
