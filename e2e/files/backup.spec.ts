import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright'
import { nodeContent } from '../fixtures/page/node-content.ts'
import { fileRow, HELLO, openSection, region, visit } from '../fixtures/page/page.ts'
import { violations } from '../fixtures/page/violations.ts'
import { test } from '../fixtures/site/installed-worker.ts'
import { expect, rpc } from '../fixtures/site/site.ts'

const PASSWORD = 'a password for this story'

async function keys (page: Page): Promise<Record<string, string>> {
  const { Keys } = JSON.parse((await rpc(page, 'key/list')).text) as { Keys: Array<{ Name: string; Id: string }> }
  return Object.fromEntries(Keys.map(({ Name, Id }) => [Name, Id]))
}

/** Creates data of each kind: pins of both modes, with and without names, files in folders, keys. */
async function fill (page: Page): Promise<void> {
  for (const { name, text } of [HELLO, { name: 'exe.\u202Egpj', text: 'a name from outside' }]) {
    await rpc(page, `add?cid-version=1&pin-name=${encodeURIComponent(name)}`, { text })
  }
  const { Hash } = JSON.parse(
    (await rpc(page, 'add?cid-version=1&pin=false', { randomBytes: 3_000_000 })).text.trim()
  ) as { Hash: string }
  expect((await rpc(page, `pin/add?arg=${Hash}&recursive=false&name=top`)).status).toBe(200)
  expect((await rpc(page, 'files/write?arg=/a/b/c.txt&create=true&parents=true', { text: 'in the files' })).status)
    .toBe(200)
  expect((await rpc(page, 'key/gen?arg=blog')).status).toBe(200)
}

async function backUp (page: Page, password?: string): Promise<void> {
  await openSection(page, '#/node/storage')
  await page.getByRole('button', { name: 'Make a backup…' }).click()

  if (password != null) {
    await page.getByLabel('Include keys').check()
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
    await page.getByLabel('Repeat password').fill(password)
  }

  await page.getByRole('button', { name: 'Make backup' }).click()
}

async function openBackup (page: Page, car: Buffer): Promise<void> {
  await openSection(page, '#/node/storage')
  await page.getByRole('button', { name: 'Restore…' }).click()
  await expect(page.getByRole('button', { name: 'Select a backup' })).toBeFocused()
  await page.locator('[data-pick=backup]').setInputFiles({ name: 'backup.car', mimeType: '', buffer: car })
}

/** Opens a page in a separate profile. */
async function another (browser: Browser, origin: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await visit(page, origin)
  return page
}

/** Removes the save file picker of the browser. */
async function withoutPicker (page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { showSaveFilePicker: undefined })
  })
}

test(
  'backs up everything in one profile and restores it in another: CIDs, named pins, files and keys',
  async ({ page, site, browser }) => {
    await withoutPicker(page)
    await visit(page, site.origin)
    await fill(page)
    await backUp(page, PASSWORD)
    const save = page.getByRole('link', { name: 'Download backup' })
    await expect(region(page, 'Back up and restore')).toContainText('3 pinned items · your files · 2 keys')
    expect(await violations(page)).toEqual([])
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
    expect(download.suggestedFilename()).toMatch(/^swipfs-backup-\d{4}-\d\d-\d\d\.car$/)
    const car = await readFile(await download.path())
    const before = await nodeContent(page)
    expect(Object.values(before.pins).map(({ Name }) => Name)).toEqual(
      expect.arrayContaining(['top', HELLO.name, 'exe.\u202Egpj'])
    )
    expect(car.includes('PrivateKey') || car.includes('"blog"')).toBe(false)

    const other = await another(browser, site.origin)
    const own = await keys(other)
    await openBackup(other, car)
    const panel = region(other, 'Back up and restore')
    await expect(panel).toContainText('3 pinned items')
    await expect(panel).toContainText('2 keys')
    expect((await nodeContent(other)).pins[HELLO.cid], 'nothing is changed before').toBeUndefined()

    await panel.getByLabel('need the password').check()
    await panel.getByRole('textbox', { name: 'Password' }).fill('another password')
    await panel.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(panel.getByRole('alert')).toContainText('Wrong password for the keys. Nothing was changed.')
    expect((await rpc(other, `block/stat?arg=${HELLO.cid}&offline=true`)).status).toBe(500)
    expect(await violations(other)).toEqual([])
    expect(await other.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

    await panel.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await panel.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(panel).toContainText('The backup is restored.')
    await expect(panel).toContainText('Key self: restored as self of a backup')
    // A11: the link looks like those of the page, and restored pins keep their dates.
    await expect(panel.getByRole('link', { name: 'Files', exact: true })).not.toHaveCSS('color', 'rgb(0, 0, 238)')
    expect(await nodeContent(other)).toEqual(before)
    expect((await rpc(other, 'files/read?arg=/a/b/c.txt')).text).toBe('in the files')
    const dates = (await rpc(page, 'swipfs/pin/dates')).text
    const { Created } = JSON.parse(dates.split('\n').find((line) => line.includes(HELLO.cid))!) as {
      Created: string
    }
    expect(
      await other.evaluate((cid) => {
        const restored = JSON.parse(localStorage.getItem('swipfs-restored-pins')!) as Array<
          [string, { pinnedMs: number }]
        >
        return restored.find(([one]) => one === cid)?.[1].pinnedMs
      }, HELLO.cid)
    ).toBe(Date.parse(Created))

    const { self, blog } = await keys(page)
    expect(await keys(other)).toEqual({ ...own, blog, 'self of a backup': self })

    // A second restore creates no duplicates.
    await panel.getByRole('button', { name: 'Dismiss' }).click()
    await other.locator('[data-pick=backup]').setInputFiles({ name: 'backup.car', mimeType: '', buffer: car })
    await panel.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(panel).toContainText('0 items pinned, 3 already existed')
    expect(await nodeContent(other)).toEqual(before)

    // Restored files are added next to existing ones.
    expect((await rpc(other, 'files/write?arg=/own.txt&create=true', { text: 'own' })).status).toBe(200)
    await panel.getByRole('button', { name: 'Dismiss' }).click()
    await other.locator('[data-pick=backup]').setInputFiles({ name: 'backup.car', mimeType: '', buffer: car })
    await panel.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(panel).toContainText('0 items pinned, 3 already existed')
    await expect(panel).toContainText(/Files restored to Restored \d{4}-\d\d-\d\d/)
    expect((await nodeContent(other)).pins).toEqual(before.pins)
    const { Entries } = JSON.parse((await rpc(other, 'files/ls?arg=/')).text) as { Entries: Array<{ Name: string }> }
    expect(Entries.map(({ Name }) => Name).sort()).toEqual([
      expect.stringMatching(/^Restored \d{4}-\d\d-\d\d$/),
      'a',
      'own.txt'
    ])
    await openSection(other, '#/pinned')
    await expect(fileRow(other, HELLO.name)).toContainText('On this device')
    await other.context().close()
  }
)

test(
  'writes the backup to a file if the browser allows it, and previews it without changes',
  async ({ page, site }) => {
    await page.addInitScript(() => {
      Object.assign(window, {
        showSaveFilePicker: async () =>
          await (await navigator.storage.getDirectory()).getFileHandle('backup.car', { create: true })
      })
    })
    await visit(page, site.origin)
    await fill(page)
    await backUp(page)
    await expect(region(page, 'Back up and restore')).toContainText('The backup was downloaded.')
    const bytes = await page.evaluate(
      async () => [
        ...new Uint8Array(
          await (await (await (await navigator.storage.getDirectory()).getFileHandle('backup.car')).getFile())
            .arrayBuffer()
        )
      ]
    )
    await region(page, 'Back up and restore').getByRole('button', { name: 'Dismiss' }).click()
    const before = await nodeContent(page)
    await openBackup(page, Buffer.from(bytes))
    await expect(region(page, 'Back up and restore')).toContainText('3 pinned items')
    await region(page, 'Back up and restore').getByRole('button', { name: 'Cancel' }).click()
    expect(await nodeContent(page)).toEqual(before)
  }
)

test('leaves incomplete content out of a backup, and names it', async ({ page, site }) => {
  await withoutPicker(page)
  await visit(page, site.origin)
  await fill(page)
  // Removes the root block of a remaining pin.
  const { Hash } = JSON.parse((await rpc(page, 'add?cid-version=1&pin=false', { text: 'gone' })).text.trim()) as {
    Hash: string
  }
  await rpc(page, `files/cp?arg=/ipfs/${Hash}&arg=/gone.txt`)
  await rpc(page, 'files/write?arg=/here.txt&create=true', { text: 'here' })
  await rpc(page, 'files/flush')
  expect((await rpc(page, `block/rm?arg=${Hash}&force=true`)).text).not.toContain('Error')
  await backUp(page)
  const panel = region(page, 'Back up and restore')
  await expect(panel).toContainText('1 item is not included: blocks are missing on this device')
  await panel.getByText('1 item is not included').click()
  await expect(panel).toContainText('/gone.txt')
})

test('rejects a file that is no backup and a truncated one with plain messages', async ({ page, site }) => {
  await withoutPicker(page)
  await visit(page, site.origin)
  await fill(page)
  await backUp(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download backup' }).click()
  ])
  const car = await readFile(await download.path())
  const before = await nodeContent(page)

  await openBackup(page, Buffer.from('no archive'))
  const panel = region(page, 'Back up and restore')
  await expect(panel.getByRole('alert')).toContainText('This isn’t a backup of this app. Nothing was changed.')
  await page.locator('[data-pick=backup]').setInputFiles({
    name: 'cut.car',
    mimeType: '',
    buffer: car.subarray(0, -10)
  })
  await panel.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(panel.getByRole('alert')).toContainText('The file is incomplete.')
  expect(await nodeContent(page)).toEqual(before)
})

test('Escape closes either part and returns the focus to its button', async ({ page, site }) => {
  await visit(page, site.origin)
  await openSection(page, '#/node/storage')

  for (const [name, first] of [['Make a backup…', 'Make backup'], ['Restore…', 'Select a backup']] as const) {
    await page.getByRole('button', { name }).press('Enter')
    await expect(page.getByRole('button', { name: first })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: first })).toHaveCount(0)
    await expect(page.getByRole('button', { name })).toBeFocused()
  }
})
