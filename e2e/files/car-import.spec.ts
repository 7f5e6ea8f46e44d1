import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright'
import { encodeCar } from '../../src/testing/dag/car-fixtures.ts'
import { smallDag } from '../../src/testing/dag/small-dag.ts'
import { fileRow, HELLO, openWork, region, showDeveloperDetails, uploadRow, visit } from '../fixtures/page/page.ts'
import { violations } from '../fixtures/page/violations.ts'
import { test } from '../fixtures/site/installed-worker.ts'
import { expect, killWorkers, rpc } from '../fixtures/site/site.ts'

const MIB = 1024 * 1024
const dag = smallDag('a site')

async function pick (page: Page, ...files: Array<{ name: string; bytes: Uint8Array | string }>): Promise<void> {
  await page.locator('[data-pick=files]').setInputFiles(
    files.map(({ name, bytes }) => ({ name, mimeType: '', buffer: Buffer.from(bytes as never) }))
  )
}

/** Writes a CAR of one file of random bytes to disk. The node created the file and then removed it. */
async function withBigCar (page: Page, work: (place: string, cid: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'swipfs-car-'))
  const place = path.join(folder, 'big.car')

  try {
    const { Hash: cid } = JSON.parse(
      (await rpc(page, 'add?cid-version=1&pin=false', { randomBytes: 96 * MIB })).text.trim()
    ) as { Hash: string }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.evaluate(async (cid) => {
        const car = await (await fetch(`/api/v0/dag/export?arg=${cid}`, { method: 'POST' })).blob()
        Object.assign(document.createElement('a'), { href: URL.createObjectURL(car), download: 'big.car' }).click()
      }, cid)
    ])
    await download.saveAs(place)
    expect((await rpc(page, 'repo/gc')).status).toBe(200)
    await work(place, cid)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function isHere (page: Page, cid: string): Promise<boolean> {
  return (await rpc(page, `block/stat?arg=${cid}&offline=true`)).status === 200
}

test('imports the content of a CAR by the keyboard', async ({ page, site }) => {
  await visit(page, site.origin)
  await showDeveloperDetails(page)
  await pick(page, { name: 'a site.car', bytes: await encodeCar([dag.root], dag.blocks) }, {
    name: HELLO.name,
    bytes: HELLO.text
  })
  await expect(fileRow(page, HELLO.name)).toBeVisible() // This one is complete, so no source is contacted.

  const question = page.getByRole('alertdialog', { name: 'Import a site.car?' })
  await expect(question).toContainText('Import its contents into this folder')
  await expect(question.getByRole('button', { name: 'Import contents' })).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('grid')).toBeFocused()

  // The root is no file and no folder: it stays pinned.
  const row = uploadRow(page, 'a site.car')
  await expect(row).toContainText(`Imported · 1 root · ${dag.blocks.length} blocks`)
  await expect(row).toContainText('It is pinned, but not in this folder.')
  await expect(row.getByRole('link', { name: `Open root ${dag.root} in a new tab` })).toHaveAttribute(
    'href',
    `/ipfs/${dag.root}?x-ipfs-companion-no-redirect`
  )
  expect(await violations(page)).toEqual([])
  expect(JSON.parse((await rpc(page, `pin/ls?arg=${dag.root}&names=true`)).text)).toMatchObject({
    Keys: { [String(dag.root)]: { Type: 'recursive' } }
  })
})

test('stores a CAR as a file, or skips it', async ({ page, site }) => {
  await visit(page, site.origin)
  const car = { name: 'a.car', bytes: await encodeCar([dag.root], dag.blocks) }
  await pick(page, car, { ...car, name: 'b.CAR' })
  const question = page.getByRole('alertdialog', { name: 'Import 2 archives?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(region(page, /^(Uploading|Uploads)/)).toHaveCount(0)

  await pick(page, car)
  await page.getByRole('button', { name: 'Keep as file' }).click()
  await expect(fileRow(page, 'a.car')).toBeVisible()
  expect(await isHere(page, String(dag.root))).toBe(false)

  await pick(page, car)
  await page.getByRole('button', { name: 'Keep as file' }).click()
  await expect(fileRow(page, 'a (2).car')).toBeVisible()
})

test('reports errors of a CAR and stores nothing', async ({ page, site }) => {
  await visit(page, site.origin)
  const whole = await encodeCar([dag.root], dag.blocks)
  const damaged = whole.slice()
  damaged[damaged.length - 1] ^= 1

  for (
    const [name, bytes, words] of [
      ['cut.car', whole.subarray(0, -3), 'The file is incomplete.'],
      ['damaged.car', damaged, 'A block in the file is damaged.'],
      ['none.car', 'this is no archive', 'The file isn’t a CAR that the node can read.'],
      ['empty.car', '', 'The file is empty.']
    ] as const
  ) {
    await pick(page, { name, bytes })
    await page.getByRole('button', { name: 'Import contents' }).click()
    await expect(uploadRow(page, name)).toContainText(words)
    expect(await isHere(page, String(dag.root)), name).toBe(false)
  }

  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep none.car as file' }).click()
  await expect(fileRow(page, 'none.car')).toBeVisible()
})

test(
  'reports the content of an incomplete CAR, or of one without a root, that is not stored',
  async ({ page, site }) => {
    await visit(page, site.origin)
    const [first, ...others] = dag.blocks
    await pick(page, {
      name: 'part.car',
      bytes: await encodeCar(
        [dag.root],
        dag.root.equals(first.cid) ? [first] : others.filter(({ cid }) => cid.equals(dag.root))
      )
    })
    await page.getByRole('button', { name: 'Import contents' }).click()
    await expect(uploadRow(page, 'part.car')).toContainText('1 root is not pinned: blocks are missing')
    await pick(page, { name: 'rootless.car', bytes: await encodeCar([], dag.blocks) })
    await page.getByRole('button', { name: 'Import contents' }).click()
    await expect(uploadRow(page, 'rootless.car')).toContainText('The archive has no roots')
    expect(await violations(page)).toEqual([])
    await expect(page.getByText('Drop files here.')).toBeVisible()
  }
)

test(
  'shows the progress of a large CAR, cancels it, and completes it after the worker was stopped',
  async ({ page, site, context }) => {
    await visit(page, site.origin)

    await withBigCar(page, async (place, cid) => {
      expect(await isHere(page, cid)).toBe(false)
      await page.locator('[data-pick=files]').setInputFiles(place)
      // Cancelled by the page itself: a fast machine would finish the import before the test finds the button.
      const cancelled = page.evaluate(async () => {
        await new Promise<void>((resolve) => {
          new MutationObserver((_, observer) => {
            document.querySelector<HTMLElement>('.work-line[aria-expanded=false]')?.click()
            const button = document.querySelector<HTMLElement>('button[aria-label="Cancel big.car"]')
            if (button == null) {
              return
            }
            observer.disconnect()
            button.click()
            resolve()
          }).observe(document.body, { childList: true, subtree: true })
        })
      })
      await page.getByRole('button', { name: 'Import contents' }).click()
      await cancelled
      const row = uploadRow(page, 'big.car')
      await openWork(page)
      await expect(row).toContainText('Cancelled. Nothing was saved.')
      expect(await isHere(page, cid)).toBe(false)
      expect((await rpc(page, `pin/ls?arg=${cid}&type=recursive`)).text).toContain('is not pinned')

      await row.getByRole('button', { name: 'Try big.car again' }).click()
      await expect.poll(async () => (await rpc(page, 'diag/cmds')).text).toContain(
        '"Active":true,"Command":"dag/import"'
      )
      await killWorkers(context, page)
      await expect(fileRow(page, 'big')).toBeVisible({ timeout: 120_000 })
      expect((await rpc(page, `dag/stat?arg=${cid}&offline=true`)).status).toBe(200)
      await expect(region(page, 'Activity')).toHaveCount(0)
    })
  }
)
