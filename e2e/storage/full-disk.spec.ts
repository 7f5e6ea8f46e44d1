import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { chromium } from 'playwright'
import { launchOptions } from '../../scripts/browser/launch-options.mjs'
import { smallDisk } from '../fixtures/browser/small-disk.ts'
import type { SmallDisk } from '../fixtures/browser/small-disk.ts'
import { isReady } from '../fixtures/page/page.ts'
import { violations } from '../fixtures/page/violations.ts'
import { expect, killWorkers, openApp, rpc, test as base } from '../fixtures/site/site.ts'
import type { Site } from '../fixtures/site/site.ts'

const MIB = 1024 * 1024
const SMALL_FILES = 50
/** Leaves room for about two thousand small files. Each is a pin, and all are checked repeatedly. */
const BIG_BYTES = 80 * MIB

const LOOKS = [
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1200, height: 900 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 360, height: 740 } },
  { name: 'light', colorScheme: 'light', viewport: { width: 1200, height: 900 } }
] as const

/** Grants persistent storage to the site: Chromium deletes data that is not persistent when the disk is full. */
async function allowToPersist (folder: string, { origin }: Site): Promise<void> {
  await mkdir(folder, { recursive: true })
  const preferences = {
    profile: {
      content_settings: {
        exceptions: { durable_storage: { [`${origin},*`]: { setting: 1, last_modified: '13300000000000000' } } }
      }
    }
  }
  // An existing profile keeps its own preferences.
  await writeFile(path.join(folder, 'Preferences'), JSON.stringify(preferences), { flag: 'wx' }).catch(() => {})
}

/** A browser with its profile on a separate disk. */
interface BrowserOnDisk {
  disk: SmallDisk
  /**
   * Starts or restarts it.
   *
   * @returns an empty page
   */
  start: () => Promise<Page>
  close: () => Promise<void>
}

interface Fixtures {
  /** @param isReal - whether a DevTools quota is not sufficient: the test is skipped if no disk can be mounted */
  onDisk: (mib: number, options?: { isReal?: boolean }) => Promise<BrowserOnDisk>
}

const test = base.extend<Fixtures>({
  onDisk: async ({ site, browserName: _ }, use, info) => {
    let disk: SmallDisk | undefined
    let context: BrowserContext | undefined

    const close = async (): Promise<void> => {
      await context?.close()
      context = undefined
    }

    const start = async ({ folder, real }: SmallDisk): Promise<Page> => {
      await close()
      await allowToPersist(path.join(folder, 'profile', 'Default'), site)
      context = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
        ...launchOptions(),
        viewport: { width: 1200, height: 900 }
      })
      const page = context.pages()[0] ?? await context.newPage()

      if (!real) {
        const session = await context.newCDPSession(page)
        await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 110 * MIB })
      }

      return page
    }

    await use(async (mib, { isReal = false } = {}) => {
      const mounted = disk = await smallDisk(mib)
      const withoutOne = isReal ? 'none: the story needs a file system of its own' : 'the quota of DevTools'
      info.annotations.push({
        type: 'disk',
        description: mounted.real ? `a file system of ${mib} MiB` : withoutOne
      })
      test.skip(isReal && !mounted.real, 'no small disk can be mounted here: it takes root and a loop device')
      return { disk: mounted, start: async () => await start(mounted), close }
    })

    await close()
    await disk?.remove()
  }
})

test.describe.configure({ timeout: 300_000 })

async function fine (page: Page, target: string, file?: Parameters<typeof rpc>[2]): Promise<string> {
  const { status, text, broken } = await rpc(page, target, file)
  expect([target, status, broken], text.slice(-500)).toEqual([target, 200, false])
  return text
}

/**
 * Adds many small files in one call, pinned or as an MFS folder.
 *
 * @returns the CIDs, or the error message
 */
async function addMany (
  page: Page,
  count: number,
  bytes: number,
  folder?: string
): Promise<{ cids: string[]; error?: string }> {
  return await page.evaluate(async ([count, bytes, folder]) => {
    const body = new FormData()
    for (let i = 0; i < count; i++) {
      body.append(
        'file',
        new Blob([crypto.getRandomValues(new Uint8Array(bytes))]),
        folder == null ? `${i}.bin` : encodeURIComponent(`${folder}/${i}.bin`)
      )
    }

    let text = ''
    let broken: string | undefined

    try {
      const reader = (await fetch(`/api/v0/add?cid-version=1${folder == null ? '' : '&pin=false&to-files=/'}`, {
        method: 'POST',
        body
      })).body!.pipeThrough(new TextDecoderStream()).getReader()
      for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
        text += value
      }
    } catch (err) {
      // An error after the first value aborts the stream after the line with the reason.
      broken = (err as Error).message
    }

    const lines = text.trim().split('\n').filter((line) => line !== '').map((line) =>
      JSON.parse(line) as { Hash: string; Message?: string }
    )
    return { cids: lines.map(({ Hash }) => Hash), error: lines.at(-1)?.Message ?? broken }
  }, [count, bytes, folder] as const)
}

test(
  'reads everything from a full disk after a browser restart, and removals free space',
  async ({ site, onDisk }, info) => {
    const { start } = await onDisk(180)
    let page = await start()
    await openApp(page, site)
    // A page that does not list all pins each time.
    await page.goto(`${site.origin}/manifest.webmanifest`)
    const { cids: small } = await addMany(page, SMALL_FILES, 3000)
    expect(small).toHaveLength(SMALL_FILES)
    const big =
      (JSON.parse(await fine(page, 'add?pin-name=big.bin', { randomBytes: BIG_BYTES })) as { Hash: string }).Hash
    const { ID } = JSON.parse(await fine(page, 'id')) as { ID: string }

    let refused: string | undefined
    let last: string[] = []
    for (let calls = 0; refused == null && calls < 400; calls++) {
      const { cids, error } = await addMany(page, 100, 9000)
      refused = error
      if (error == null) {
        last = cids
      }
    }
    expect(refused).toBeDefined()
    const stat = await fine(page, 'repo/stat')

    page = await start()
    await page.goto(site.origin)
    await isReady(page)
    expect(JSON.parse(await fine(page, 'id'))).toMatchObject({ ID })
    for (const cid of [...small.slice(0, 5), small.at(-1), last.at(-1)]) {
      expect((await fine(page, `block/get?arg=${cid}`)).length).toBeGreaterThan(0)
    }
    await fine(page, `dag/stat?arg=${big}`)
    await fine(page, 'pin/ls')
    await fine(page, 'pin/verify')
    expect(await page.evaluate(async (cid) => (await (await fetch(`/ipfs/${cid}`)).arrayBuffer()).byteLength, big))
      .toBe(BIG_BYTES)
    expect(await fine(page, 'repo/stat')).toBe(stat)
    expect((await addMany(page, 100, 9000)).error).toBeDefined()

    // The page reports it, and removes the largest item.
    const notice = page.getByRole('alert').first()
    await page.reload()
    await isReady(page)
    await expect(notice).toContainText('The disk is full.')
    const remove = notice.getByRole('button', { name: /Remove .*big\.bin/ })
    await expect(remove).toBeVisible({ timeout: 60_000 })
    for (const { name, ...look } of LOOKS) {
      await page.emulateMedia({ colorScheme: look.colorScheme })
      await page.setViewportSize(look.viewport)
      expect(await violations(page, { within: '[role=alert]' }), name).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        `${name}: wider than the window`
      ).toBeLessThanOrEqual(0)
      await page.screenshot({ path: info.outputPath(`full-${name}.png`) })
    }
    await remove.click()
    await expect(notice).toHaveCount(0, { timeout: 60_000 })
    expect((await rpc(page, `pin/ls?arg=${big}`)).status).toBe(500)
    expect((await rpc(page, `dag/stat?arg=${big}&offline=true`)).status).toBe(500)

    // Chromium caches the available space for half a minute.
    await expect.poll(async () => (await addMany(page, 100, 9000)).error, { timeout: 60_000, intervals: [2000] })
      .toBeUndefined()
    await fine(page, `block/get?arg=${small[0]}`)
    await fine(page, 'pin/verify')
    await fine(page, 'repo/verify')
  }
)

test('removing mutable files frees space on a full disk', async ({ site, onDisk }) => {
  const { start } = await onDisk(180)
  const page = await start()
  await openApp(page, site)
  await page.goto(`${site.origin}/manifest.webmanifest`)
  for (let i = 0; i < 8; i++) {
    await fine(page, `files/write?arg=/${i}&create=true`, { randomBytes: 8 * MIB })
  }
  let refused: string | undefined
  let calls = 0
  for (; refused == null && calls < 400; calls++) {
    refused = (await addMany(page, 100, 9000, `small${calls}`)).error
  }
  expect(refused).toBeDefined()
  expect(calls).toBeGreaterThan(3)

  // Browsers do not see freed space at once: the first removal may fail for a short time.
  await expect.poll(async () => (await rpc(page, 'files/rm?arg=/0&force=true')).text, {
    timeout: 90_000,
    intervals: [2000]
  }).toBe('')
  for (let i = 1; i < 7; i++) {
    await fine(page, `files/rm?arg=/${i}`)
  }
  const { Entries } = JSON.parse(await fine(page, 'files/ls')) as { Entries: Array<{ Name: string }> }
  expect(Entries.map(({ Name }) => Name).filter((name) => ['0', '1', '6', '7'].includes(name))).toEqual(['7'])
  await fine(page, 'repo/gc')
  await expect.poll(async () => (await rpc(page, 'files/write?arg=/new&create=true', { text: 'there is room' })).text, {
    timeout: 90_000,
    intervals: [2000]
  }).toBe('')
  expect(await fine(page, 'files/read?arg=/new')).toBe('there is room')
  expect((await fine(page, 'files/read?arg=/7')).length).toBeGreaterThan(0)
  await fine(page, 'repo/verify')
})

/** Fills the disk except for the given KiB. */
async function fillUp (disk: SmallDisk, place: string, leaveKib: number): Promise<void> {
  const file = await open(place, 'w')
  const mib = new Uint8Array(MIB)

  try {
    for (let left = await disk.free() - leaveKib * 1024; left > 0; left -= MIB) {
      await file.write(mib, 0, Math.min(left, MIB))
    }
    await file.sync()
  } catch (err) {
    // The browser writes too, and may have taken the rest.
    if ((err as NodeJS.ErrnoException).code !== 'ENOSPC') {
      throw err
    }
  } finally {
    await file.close()
  }
}

test(
  'reports a disk that is full before the first visit, and starts the node when there is room',
  async ({ site, onDisk }) => {
    const { disk, start } = await onDisk(80, { isReal: true })
    const foreign = path.join(disk.folder, 'foreign')
    const page = await start()

    // Enough for the browser, and too little for a worker.
    await fillUp(disk, foreign, 1000)
    await page.goto(site.origin)
    await expect(page.getByRole('alert').first().filter({ hasText: 'The disk is full' })).toBeVisible({
      timeout: 60_000
    })
    await rm(foreign)
    await expect(page.locator('header .pill')).toHaveAttribute('data-state', /^(?:ready|offline)$/, { timeout: 90_000 })
    await expect.poll(async () => (await rpc(page, 'add', { text: 'there is room' })).status, {
      timeout: 60_000,
      intervals: [2000]
    }).toBe(200)
  }
)

test('recovers without loss when another program fills the disk during a write', async ({ site, onDisk }) => {
  const { disk, start } = await onDisk(180, { isReal: true })
  const foreign = path.join(disk.folder, 'foreign')
  let page = await start()

  await openApp(page, site)
  expect(await page.evaluate(async () => await navigator.storage.persist())).toBe(true)
  const { cids } = await addMany(page, SMALL_FILES, 3000)
  const { ID } = JSON.parse(await fine(page, 'id')) as { ID: string }
  await expect.poll(async () => await page.evaluate(async () => await caches.has('swipfs-ballast'))).toBe(true)
  await page.waitForTimeout(500) // Waits until the browser has written it to disk.

  // The quota was just checked; then the disk becomes full without the browser noticing.
  expect((await addMany(page, 20, 9000)).error).toBeUndefined()
  await fillUp(disk, foreign, 0)
  let failed: string | undefined
  for (let calls = 0; failed == null && calls < 60; calls++) {
    failed = (await addMany(page, 20, 9000)).error
  }
  expect(failed).toBeDefined()

  // After a reload (the browser, out of space itself, may have lost its workers), and after a restart.
  const works = async (): Promise<void> => {
    expect(JSON.parse(await fine(page, 'id'))).toMatchObject({ ID })
    for (const cid of [cids[0], cids[SMALL_FILES - 1]]) {
      expect((await fine(page, `block/get?arg=${cid}`)).length).toBeGreaterThan(0)
    }
    await fine(page, 'pin/verify')
  }
  await page.goto(site.origin)
  await isReady(page)
  await works()

  page = await start()
  await page.goto(site.origin)
  await isReady(page)
  await works()

  await rm(foreign)
  await expect.poll(async () => (await addMany(page, 20, 9000)).error, { timeout: 60_000, intervals: [2000] })
    .toBeUndefined()
  await works()
  await fine(page, 'repo/verify')
})

test(
  'reports damaged blocks when files of large values vanish from the profile, and continues',
  async ({ site, onDisk }) => {
    const { disk, start, close } = await onDisk(400)
    let page = await start()

    await openApp(page, site)
    const { cids } = await addMany(page, SMALL_FILES, 3000)
    const big = (JSON.parse(await fine(page, 'add?raw-leaves=true&pin-name=big.bin', { randomBytes: 20 * MIB })) as {
      Hash: string
    }).Hash
    const { ID } = JSON.parse(await fine(page, 'id')) as { ID: string }
    await close()

    const profile = path.join(disk.folder, 'profile')
    const blobs = (await readdir(profile, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile() && entry.parentPath.includes('.indexeddb.blob')
    )
    expect(blobs.length).toBeGreaterThan(1)
    await Promise.all(blobs.map(async ({ parentPath, name }) => {
      await rm(path.join(parentPath, name))
    }))

    page = await start()
    await openApp(page, site)
    expect(JSON.parse(await fine(page, 'id'))).toMatchObject({ ID })
    for (const cid of [cids[0], cids[SMALL_FILES - 1]]) {
      expect((await fine(page, `block/get?arg=${cid}`)).length).toBeGreaterThan(0)
    }
    const read = await page.evaluate(
      async (cid) =>
        await fetch(`/ipfs/${cid}`).then(
          async (response) => response.ok && await response.arrayBuffer().then(() => true),
          () => false
        ).catch(() => false),
      big
    )
    expect(read).toBe(false)
    const verified = await rpc(page, 'repo/verify')
    expect(verified.status !== 200 || verified.broken || /corrupt|cannot be read/.test(verified.text)).toBe(true)
    await fine(page, 'pin/ls')

    await fine(page, `pin/rm?arg=${big}`)
    await fine(page, 'repo/gc')
    await fine(page, 'repo/verify')
    expect((await addMany(page, 20, 9000)).error).toBeUndefined()
    expect(JSON.parse(await fine(page, 'repo/stat'))).toMatchObject({ NumObjects: SMALL_FILES + 20 + 1 })
  }
)

test(
  'reports a disk that is full at the first start, and starts the node when there is room',
  async ({ app: page, context, site }) => {
    const session = await context.newCDPSession(page)
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 1 })
    await session.send('Storage.clearDataForOrigin', { origin: site.origin, storageTypes: 'indexeddb' })
    await killWorkers(context, page)
    await page.reload()
    await expect(page.getByRole('alert').first().filter({ hasText: 'The disk is full' })).toBeVisible({
      timeout: 60_000
    })
    const { status, text } = await rpc(page, 'id')
    expect([status, text]).toEqual([503, expect.stringMatching(/disk is full: free some space/)])
    expect((await rpc(page, 'repo/gc')).status).toBe(503)

    // The same worker: earlier failures block nothing.
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin })
    await expect.poll(async () => (await rpc(page, 'id')).status, { timeout: 60_000, intervals: [1000] }).toBe(200)
    await isReady(page) // It retries by itself.
    await expect(page.getByText('cannot open its storage')).toHaveCount(0)
    expect((await rpc(page, 'add', { text: 'there is room' })).status).toBe(200)
  }
)
