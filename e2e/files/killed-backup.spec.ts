import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { nodeContent } from '../fixtures/page/node-content.ts'
import { HELLO, openSection, region, visit } from '../fixtures/page/page.ts'
import { expect, killWorkers, rpc, test } from '../fixtures/site/site.ts'

const MIB = 1024 * 1024
const LARGE = 24 * MIB
/** Timeout for a whole backup on a busy machine. */
const MADE_MS = 90_000
/** Slows writes down, so that a kill hits the middle of one. */
const SLOW_PIECE_MS = 100
const PINS = 150
const FILES = 300
/** Concurrent calls; each waits for the disk. */
const LOT = 15

const STOPPED = 'The node stopped before this finished.'
const NOTHING_KEPT = 'Nothing was saved. Try again.'
const GOES_ON = 'Restored items stay. Run Restore again to continue.'

const panel = (page: Page): Locator => region(page, 'Back up and restore')

/** Adds a pin of many blocks, which takes seconds to walk and write, and a file. */
async function fill (page: Page): Promise<void> {
  expect((await rpc(page, 'add?cid-version=1&pin-name=large&chunker=size-4096', { randomBytes: LARGE })).status).toBe(
    200
  )
  expect((await rpc(page, 'files/write?arg=/a/b/c.txt&create=true&parents=true', { text: HELLO.text })).status).toBe(
    200
  )
}

/** Adds many small pins, which take seconds to restore. */
async function pinMany (page: Page): Promise<void> {
  await page.evaluate(async ([count, batch]) => {
    for (let at = 0; at < count; at += batch) {
      await Promise.all(Array.from({ length: batch }, async (_, i) => {
        const body = new FormData()
        body.append('file', new Blob([`small ${at + i}`]))
        await (await fetch(`/api/v0/add?cid-version=1&pin-name=small-${at + i}`, { method: 'POST', body })).text()
      }))
    }
  }, [PINS, LOT] as const)
}

/** Waits in the page itself for text that its panel shows only briefly. */
async function shows (page: Page, text: RegExp): Promise<void> {
  await page.waitForFunction(
    ([panel, source]) => new RegExp(source).test(panel!.textContent!.replace(/\s+/g, ' ')),
    [await panel(page).elementHandle(), text.source] as const,
    { polling: 'raf', timeout: MADE_MS }
  )
}

/**
 * Kills the node until the restore notices it: a restore is many short calls, and after a kill between two of them the
 * next one restarts the node.
 */
async function killWhileRestoring (page: Page): Promise<void> {
  const stopped = panel(page).getByRole('alert')

  await expect(async () => {
    await killWorkers(page.context(), page)
    await expect(stopped.or(panel(page).getByText('The backup is restored.'))).toBeVisible({ timeout: 150 })
  }).toPass({ intervals: [1] })

  await expect(stopped).toContainText(`${STOPPED} ${GOES_ON}`)
}

/** Counters of the fake save target. */
interface InPage {
  pieces: number
}

/**
 * Fakes the save target of the page, with existing content.
 *
 * @param pieceMs - milliseconds per written piece, to simulate a slow disk
 */
async function savesToPlace (page: Page, pieceMs = 0): Promise<void> {
  await page.addInitScript((pieceMs) => {
    const place = window as unknown as InPage

    Object.assign(window, {
      pieces: 0,
      showSaveFilePicker: async () => {
        const file = await (await navigator.storage.getDirectory()).getFileHandle('backup.car', { create: true })
        const createWritable = file.createWritable.bind(file)

        file.createWritable = async () => {
          const out = await createWritable()
          const write = out.write.bind(out)
          place.pieces = 0

          out.write = async (piece) => {
            place.pieces++
            await new Promise((resolve) => {
              setTimeout(resolve, pieceMs)
            })
            await write(piece)
          }

          return out
        }

        return file
      }
    })
  }, pieceMs)
}

async function putAtPlace (page: Page, text: string): Promise<void> {
  await page.evaluate(async (text) => {
    const out = await (await (await navigator.storage.getDirectory()).getFileHandle('backup.car', { create: true }))
      .createWritable()
    await out.write(text)
    await out.close()
  }, text)
}

async function bytesAtPlace (page: Page): Promise<number> {
  return await page.evaluate(async () =>
    (await (await (await navigator.storage.getDirectory()).getFileHandle('backup.car')).getFile()).size
  )
}

/** Returns the content of the save target. */
async function saved (page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.evaluate(async () => {
      const file = await (await (await navigator.storage.getDirectory()).getFileHandle('backup.car')).getFile()
      Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: 'backup.car' }).click()
    })
  ])
  return await download.path()
}

async function brokenPins (page: Page): Promise<string[]> {
  const { status, text } = await rpc(page, 'pin/verify?verbose=true')
  expect(status).toBe(200)
  return text.split('\n').filter((line) => line !== '' && !(JSON.parse(line) as { Ok?: boolean }).Ok)
}

test(
  'a node killed during a backup leaves the earlier file, reports it, and a retry succeeds',
  async ({ page, context, site }) => {
    await savesToPlace(page, SLOW_PIECE_MS)
    await visit(page, site.origin)
    await fill(page)
    const before = await nodeContent(page)
    await putAtPlace(page, 'an older backup')
    await openSection(page, '#/node/storage')
    await page.getByRole('button', { name: 'Make a backup…' }).click()
    const make = page.getByRole('button', { name: 'Make backup' })

    for (const point of [/Checking that everything is here: [\d.]+ MB/, /[\d.]+ [kM]B of .* written/]) {
      await make.click()
      await shows(page, point)
      await killWorkers(context, page)
      await expect(panel(page).getByRole('alert')).toContainText(`${STOPPED} ${NOTHING_KEPT}`)
      expect(await bytesAtPlace(page), String(point)).toBe('an older backup'.length)
      expect(await nodeContent(page), String(point)).toEqual(before)
    }

    await make.click()
    await expect(panel(page)).toContainText('The backup was downloaded.', { timeout: MADE_MS })
    expect(await bytesAtPlace(page)).toBeGreaterThan(LARGE)
    expect(
      await page.evaluate(() => (window as unknown as InPage).pieces),
      'pieces that were written, of many thousand blocks'
    ).toBeLessThan(2 * LARGE / MIB)
    expect(await nodeContent(page)).toEqual(before)
  }
)

test(
  'a node killed during a restore has only complete pins, and a retry continues',
  async ({ page, site, browser }) => {
    await savesToPlace(page)
    await visit(page, site.origin)
    await fill(page)
    await pinMany(page)
    const before = await nodeContent(page)
    await openSection(page, '#/node/storage')
    await page.getByRole('button', { name: 'Make a backup…' }).click()
    await page.getByRole('button', { name: 'Make backup' }).click()
    await expect(panel(page)).toContainText('The backup was downloaded.', { timeout: MADE_MS })
    const car = await saved(page)
    expect((await readFile(car)).length).toBeGreaterThan(LARGE)

    const other = await (await browser.newContext()).newPage()
    await visit(other, site.origin)
    expect((await rpc(other, 'add?cid-version=1&pin-name=own', { text: 'here before' })).status).toBe(200)
    const own = await nodeContent(other)
    await openSection(other, '#/node/storage')
    await other.getByRole('button', { name: 'Restore…' }).click()
    await other.locator('[data-pick=backup]').setInputFiles(car)
    const again = panel(other).getByRole('button', { name: 'Restore', exact: true })

    // While blocks are imported; none is kept after a kill.
    await again.click()
    await shows(other, /[1-9][\d.]* [kM]B of .* received/)
    await killWorkers(other.context(), other)
    await expect(panel(other).getByRole('alert')).toContainText(`${STOPPED} ${NOTHING_KEPT}`)
    expect(await nodeContent(other)).toEqual(own)

    // While they are pinned.
    await again.click()
    await shows(other, /[1-9]\d* of 151 items pinned/)
    await killWhileRestoring(other)
    await expect.poll(
      async () =>
        Object.values((await nodeContent(other)).pins).filter(({ Name }) => Name?.includes('that is being restored')),
      'what kept the blocks meanwhile is let go'
    ).toEqual([])
    const half = await nodeContent(other)
    expect(half.files).toBe(before.files)
    expect({ ...own.pins, ...before.pins }).toMatchObject(half.pins)
    expect(half.pins).toMatchObject(own.pins)
    expect(Object.keys(half.pins).length).toBeLessThan(Object.keys({ ...own.pins, ...before.pins }).length)
    expect(await brokenPins(other)).toEqual([])

    await again.click()
    await expect(panel(other)).toContainText('The backup is restored.', { timeout: MADE_MS })
    expect(await nodeContent(other), 'and the files have not come twice').toEqual({
      pins: { ...own.pins, ...before.pins },
      files: before.files
    })
    expect((await rpc(other, 'files/read?arg=/a/b/c.txt')).text).toBe(HELLO.text)
    expect(await brokenPins(other)).toEqual([])
    await other.context().close()
  }
)

test(
  'a restore of files continues without duplicates after node and page were killed',
  async ({ page, site, browser }) => {
    await savesToPlace(page)
    await visit(page, site.origin)
    await page.evaluate(async (count) => {
      const body = new FormData()
      for (let at = 0; at < count; at++) {
        body.append('file', new Blob([`file ${at}`]), `${at % 2 === 0 ? '' : 'below-'}${at}`)
      }
      await (await fetch('/api/v0/add?pin=false&to-files=/', { method: 'POST', body })).text()
    }, FILES)
    const before = await nodeContent(page)
    await openSection(page, '#/node/storage')
    await page.getByRole('button', { name: 'Make a backup…' }).click()
    await page.getByRole('button', { name: 'Make backup' }).click()
    await expect(panel(page)).toContainText('The backup was downloaded.', { timeout: MADE_MS })
    const car = await saved(page)

    const other = await (await browser.newContext()).newPage()
    await visit(other, site.origin)
    await openSection(other, '#/node/storage')
    await other.getByRole('button', { name: 'Restore…' }).click()
    await other.locator('[data-pick=backup]').setInputFiles(car)
    await panel(other).getByRole('button', { name: 'Restore', exact: true }).click()
    const count = async (): Promise<number> =>
      ((JSON.parse((await rpc(other, 'files/ls?arg=/&U=true')).text) as { Entries: unknown[] | null }).Entries ?? [])
        .length
    await expect.poll(count, { intervals: [20] }).toBeGreaterThan(3)
    await killWhileRestoring(other)
    expect(await count()).toBeLessThan(FILES)

    await visit(other, site.origin)
    await openSection(other, '#/node/storage')
    await other.getByRole('button', { name: 'Restore…' }).click()
    await other.locator('[data-pick=backup]').setInputFiles(car)
    await panel(other).getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(panel(other)).toContainText('The backup is restored.', { timeout: MADE_MS })
    expect((await nodeContent(other)).files).toBe(before.files)
    await other.context().close()
  }
)
