import type { Page } from 'playwright'
import { startPinningService } from '../../src/testing/http/pinning-service.ts'
import { act, cidOf, fileRow, HELLO, listedNames, openSection, pick, visit } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet-installed.ts'
import { violations } from '../fixtures/page/violations.ts'
import { rpc } from '../fixtures/site/site.ts'

const FILES = [HELLO, { name: 'file 10.txt', text: 'x'.repeat(3000) }, { name: 'file 2.txt', text: 'x'.repeat(2000) }, {
  name: 'photo.jpg',
  text: 'x'.repeat(9000)
}]

const names = listedNames

/** Pins contents like another client, or an earlier version of the page: they have no place in Files. */
async function pinFiles (page: Page, ...files: ReadonlyArray<{ name: string; text: string }>): Promise<void> {
  await page.evaluate(async (files) => {
    for (const { name, text } of files) {
      const body = new FormData()
      body.append('file', new Blob([text]), name)
      await fetch(`/api/v0/add?cid-version=1&pin-name=${encodeURIComponent(name)}`, { method: 'POST', body })
    }
  }, files)
}

test.beforeEach(async ({ page, site }) => {
  await visit(page, site.origin)
  await pinFiles(page, ...FILES)
  await openSection(page, '#/pinned')
  await expect(page.getByText('4 items', { exact: true })).toBeVisible()
})

test('filters pins by name, and sorts them by name and size', async ({ page }) => {
  const header = (name: string) => page.getByRole('columnheader', { name }).getByRole('button')
  await expect.poll(async () => await names(page)).toEqual(['file 2.txt', 'file 10.txt', 'hello.txt', 'photo.jpg'])
  await header('Size').click()
  await expect.poll(async () => await names(page)).toEqual(['hello.txt', 'file 2.txt', 'file 10.txt', 'photo.jpg'])
  await header('Size').click()
  await expect.poll(async () => await names(page)).toEqual(['photo.jpg', 'file 10.txt', 'file 2.txt', 'hello.txt'])
  const filter = page.getByRole('searchbox', { name: 'Filter this list' })
  await filter.fill('FILE')
  await expect.poll(async () => await names(page)).toEqual(['file 10.txt', 'file 2.txt'])
  await expect(page.getByText('2 of 4 items')).toBeVisible()
  await filter.fill('nothing of that name')
  await expect(page.getByText('No matches.')).toBeVisible()
})

test('shows pin dates, the newest first', async ({ page }) => {
  const header = page.getByRole('columnheader', { name: 'Pinned' }).getByRole('button')
  await expect(fileRow(page, 'hello.txt').locator('time')).toBeVisible()
  // Dates have a resolution of a second.
  await page.evaluate(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, 1100)
    })
  })
  await pinFiles(page, { name: 'a newer one.txt', text: 'newer' })
  await expect(fileRow(page, 'a newer one.txt').locator('time')).toBeVisible()
  await header.click()
  await expect.poll(async () => (await names(page))[0]).toBe('a newer one.txt')
  await header.click()
  await expect.poll(async () => (await names(page)).at(-1)).toBe('a newer one.txt')
  // Same answer as Kubo.
  expect(JSON.parse((await rpc(page, `pin/ls?arg=${HELLO.cid}&names=true`)).text)).toEqual({
    Keys: { [HELLO.cid]: { Type: 'recursive', Name: 'hello.txt' } }
  })
})

test('adds pins to Files: one, and all that have no place there', async ({ page }) => {
  await expect(page.getByText('4 pinned items are not in Files.')).toBeVisible()
  await expect(fileRow(page, 'hello.txt')).toContainText('Not in Files')
  await act(page, 'hello.txt', 'Add to Files')
  await expect(page.getByText('3 pinned items are not in Files.')).toBeVisible()
  await expect(fileRow(page, 'hello.txt')).not.toContainText('Not in Files')
  expect(await cidOf(page, '/hello.txt')).toBe(HELLO.cid)
  await page.getByRole('button', { name: 'Add all to Files' }).click()
  await expect(page.getByText(/pinned items? (?:is|are) not in Files/)).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(page.getByText('3 pinned items are not in Files.')).toBeVisible()
  expect((await rpc(page, 'pin/ls?type=recursive&names=true')).text).toContain('photo.jpg')
})

test('the same bytes under two names are two items of Files', async ({ page }) => {
  await openSection(page, '#/')
  await pick(page, HELLO, { name: 'the same.txt', text: HELLO.text })
  await expect.poll(async () => await names(page)).toEqual(['hello.txt', 'the same.txt'])
  for (const name of ['hello.txt', 'the same.txt']) {
    expect((await rpc(page, `files/read?arg=/${encodeURIComponent(name)}`)).text).toBe(HELLO.text)
  }
})

test('unpins and restores several selected pins, and renames one', async ({ page }) => {
  await expect.poll(async () => (await names(page)).length).toBe(4)
  await fileRow(page, 'file 2.txt').getByRole('checkbox').click()
  await fileRow(page, 'hello.txt').getByRole('checkbox').click({ modifiers: ['Shift'] })
  const bar = page.getByRole('group', { name: 'Actions for 3 items' })
  expect(await violations(page)).toEqual([])
  await bar.getByRole('button', { name: 'Unpin' }).click()
  await expect(page.getByText('Unpinned 3 items.').first()).toBeVisible()
  await expect.poll(async () => await names(page)).toEqual(['photo.jpg'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await names(page)).length).toBe(4)

  await page.getByRole('grid').focus()
  await page.keyboard.press('Escape')
  await act(page, 'hello.txt', 'Rename')
  await page.getByLabel('New name').fill('good day.txt')
  await page.keyboard.press('Enter')
  await expect(fileRow(page, 'good day.txt')).toBeVisible()
  expect(JSON.parse((await rpc(page, `pin/ls?arg=${HELLO.cid}&names=true`)).text)).toMatchObject({
    Keys: { [HELLO.cid]: { Name: 'good day.txt', Type: 'recursive' } }
  })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(fileRow(page, 'hello.txt')).toBeVisible()
})

test('undoes several removals one by one, the latest first', async ({ page }) => {
  await act(page, 'hello.txt', 'Unpin')
  await expect(fileRow(page, 'hello.txt')).toHaveCount(0)
  await act(page, 'photo.jpg', 'Unpin')
  await expect.poll(async () => await names(page)).toEqual(['file 2.txt', 'file 10.txt'])
  await page.keyboard.press('Control+z')
  await expect.poll(async () => await names(page)).toEqual(['file 2.txt', 'file 10.txt', 'photo.jpg'])
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await names(page)).length).toBe(4)
})

test('verifies all pins by reading every block', async ({ page }) => {
  await page.getByRole('button', { name: 'Verify all' }).click()
  await expect(page.getByText(/All \d items are complete\./)).toBeVisible()
})

test('reports a refusal of persistent storage', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(StorageManager.prototype, { persisted: async () => false, persist: async () => false })
  })
  await page.reload()
  await openSection(page, '#/node/storage')
  await page.getByRole('button', { name: 'Protect my files' }).click()
  await expect(page.getByText('Your browser said no for now. Installing the app')).toBeVisible()
  await expect(page.locator('main').getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.locator('[aria-live=polite]')).toHaveText('Your browser said no for now.')
  expect(await violations(page)).toEqual([])
})

test('one sheet offers all ways to share, with correct descriptions', async ({ page }) => {
  await act(page, 'hello.txt', 'Share…')
  const sheet = page.getByRole('dialog', { name: 'Share hello.txt' })
  await expect(sheet).toContainText(
    'This app cannot connect to other browsers here, so others cannot download it from you.'
  )
  await sheet.getByText('More', { exact: true }).click()
  await expect(sheet).toContainText(`ipfs://${HELLO.cid}`)
  await sheet.getByRole('textbox', { name: 'Gateway' }).fill('example.org')
  await expect(sheet).toContainText(`https://example.org/ipfs/${HELLO.cid}`)
  await sheet.getByRole('textbox', { name: 'Gateway' }).fill('no gateway: at all')
  await expect(sheet.getByRole('alert')).toContainText('isn’t the address of a gateway')
  await sheet.getByRole('button', { name: 'QR code' }).click()
  await expect(sheet.getByRole('img', { name: 'QR code of the link to hello.txt' })).toBeVisible()
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
  await expect(page.getByRole('grid')).toBeFocused()
})

test('adds a pinning service, pins and unpins there, and removes it', async ({ page, quiet }) => {
  quiet.allow(/Failed to load resource/)
  const service = await startPinningService({ key: 'a-secret' })

  try {
    const list = page.getByRole('region', { name: 'Pinned' })
    await list.getByRole('button', { name: 'Add a pinning service…' }).click()
    const form = list.getByRole('form', { name: 'Add a pinning service' })
    await expect(form.getByLabel('Name')).toBeFocused()
    await form.getByLabel('Name').fill('mine')
    await form.getByLabel('Address').fill('http://pins.example')
    await form.getByLabel('Access token').fill('a-secret')
    await page.keyboard.press('Enter')
    await expect(form.getByRole('alert')).toContainText('The service was not added.')
    expect(await violations(page)).toEqual([])
    await form.getByLabel('Address').fill(service.url)
    await page.keyboard.press('Enter')
    await expect(form).toHaveCount(0)

    await act(page, HELLO.name, 'Also pin at mine')
    await expect(fileRow(page, HELLO.name)).toContainText('Also at mine')
    expect(service.pins.map(({ pin }) => [pin.cid, pin.name])).toEqual([[HELLO.cid, HELLO.name]])

    const there = list.locator('details.elsewhere')
    await there.locator('summary').click()
    await there.getByRole('button', { name: 'Remove hello.txt' }).click()
    await expect(there).toContainText('Unpinned')
    await expect.poll(() => service.pins.length).toBe(0)
    await there.getByRole('button', { name: 'Pin there again' }).click()
    await expect.poll(() => service.pins.length).toBe(1)
    await expect(there).toContainText('Pinned there')
    expect(await violations(page)).toEqual([])
    await there.getByRole('button', { name: 'Remove this service…' }).click()
    await there.getByRole('button', { name: 'Keep' }).click()
    await expect(there.getByRole('button', { name: 'Remove this service…' })).toBeFocused()
    await page.keyboard.press('Enter')
    await there.getByRole('button', { name: 'Remove service' }).click()
    await expect(there).toHaveCount(0)
    expect(service.pins).toHaveLength(1)
  } finally {
    await service.close()
  }
})

test('A13: renders only the visible part of 5000 pins, and filters them', async ({ page }) => {
  await page.evaluate(async () => {
    // Built by hand: a FormData would need a Blob per file.
    const parts = Array.from(
      { length: 5000 },
      (_, i) =>
        `--part\r\nContent-Disposition: form-data; name="file"; filename="${i}"\r\n` +
        `Content-Type: application/octet-stream\r\n\r\nmany ${i}\r\n`
    )
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=part' },
      body: `${parts.join('')}--part--\r\n`
    }
    await (await fetch('/api/v0/add?cid-version=1&pin-name=many&quieter=true', init)).text()
  })
  await expect(page.getByText('5,004 items', { exact: true })).toBeVisible({ timeout: 60_000 })
  expect(await page.getByRole('grid').getByRole('checkbox').count()).toBeLessThan(60)
  await page.getByRole('grid').focus()
  await page.keyboard.press('End')
  await expect(fileRow(page, 'photo.jpg')).toBeInViewport({ ratio: 0.9 })
})
