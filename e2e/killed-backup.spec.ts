import type { Locator, Page } from 'playwright'
import { held } from './fixtures/held.ts'
import { HELLO, region, visit } from './fixtures/page.ts'
import { expect, killWorkers, rpc, test } from './fixtures/site.ts'

const MIB = 1024 * 1024
const LARGE = 48 * MIB
/** The whole of it, on a busy machine. */
const MADE_MS = 90_000

const STOPPED = 'The node stopped in the middle of this.'
const NOTHING_KEPT = 'Nothing half-done was kept. Try again.'

const panel = (page: Page): Locator => region(page, 'Back up and restore')

/** Something of many blocks, which takes seconds to be looked through and written, and a file. */
async function fill (page: Page): Promise<void> {
  expect((await rpc(page, 'add?cid-version=1&pin-name=large&chunker=size-4096', { randomBytes: LARGE })).status).toBe(200)
  expect((await rpc(page, 'files/write?arg=/a/b/c.txt&create=true&parents=true', { text: HELLO.text })).status).toBe(200)
}

/** Where the page saves to: a file that was there before. */
async function savesToPlace (page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { showSaveFilePicker: async () => await (await navigator.storage.getDirectory()).getFileHandle('backup.car', { create: true }) })
  })
}

async function putAtPlace (page: Page, text: string): Promise<void> {
  await page.evaluate(async (text) => {
    const out = await (await (await navigator.storage.getDirectory()).getFileHandle('backup.car', { create: true })).createWritable()
    await out.write(text)
    await out.close()
  }, text)
}

async function bytesAtPlace (page: Page): Promise<number> {
  return await page.evaluate(async () => (await (await (await navigator.storage.getDirectory()).getFileHandle('backup.car')).getFile()).size)
}

test('the node is killed in the middle of a backup: what was at the place stays, the page says so, and once more it is made', async ({ page, context, site }) => {
  await savesToPlace(page)
  await visit(page, site.origin)
  await fill(page)
  const before = await held(page)
  await putAtPlace(page, 'an older backup')
  await page.getByRole('button', { name: 'Back up…' }).click()
  const make = page.getByRole('button', { name: 'Make the backup' })

  for (const point of [/Looking whether all is here: [\d.]+ MB/, /[\d.]+ [kM]B of .* written/]) {
    await make.click()
    await expect(panel(page)).toContainText(point)
    await killWorkers(context, page)
    await expect(panel(page).getByRole('alert')).toContainText(`${STOPPED} ${NOTHING_KEPT}`)
    expect(await bytesAtPlace(page), String(point)).toBe('an older backup'.length)
    expect(await held(page), String(point)).toEqual(before)
  }

  await make.click()
  await expect(panel(page)).toContainText('The backup is saved.', { timeout: MADE_MS })
  expect(await bytesAtPlace(page)).toBeGreaterThan(LARGE)
  expect(await held(page)).toEqual(before)
})
