import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { chromium } from 'playwright'
import AxeBuilder from '@axe-core/playwright'
import { chromiumArgs, chromiumPath } from './fixtures/chromium.ts'
import { isReady } from './fixtures/page.ts'
import { expect, killWorkers, openApp, rpc, test } from './fixtures/site.ts'
import type { Site } from './fixtures/site.ts'
import { smallDisk } from './fixtures/small-disk.ts'
import type { SmallDisk } from './fixtures/small-disk.ts'

const MIB = 1024 * 1024
const SMALL_FILES = 50
const BIG_BYTES = 60 * MIB

const LOOKS = [
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1200, height: 900 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 360, height: 740 } },
  { name: 'light', colorScheme: 'light', viewport: { width: 1200, height: 900 } }
] as const

test.describe.configure({ timeout: 300_000 })

/** A browser whose profile lies on the disk; with a page of the app, ready or not. */
async function browserOn (disk: SmallDisk, site: Site): Promise<{ context: BrowserContext, page: Page }> {
  await mkdir(path.join(disk.folder, 'profile'), { recursive: true })
  const context = await chromium.launchPersistentContext(path.join(disk.folder, 'profile'), { executablePath: chromiumPath(), args: chromiumArgs(), viewport: { width: 1200, height: 900 } })
  const page = context.pages()[0] ?? await context.newPage()

  if (!disk.real) {
    const session = await context.newCDPSession(page)
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 90 * MIB })
  }

  return { context, page }
}

async function fine (page: Page, target: string, file?: Parameters<typeof rpc>[2]): Promise<string> {
  const { status, text, broken } = await rpc(page, target, file)
  expect([target, status, broken], text.slice(-500)).toEqual([target, 200, false])
  return text
}

/** Adds many small files in one call. @returns the CIDs, or the error's words */
async function addMany (page: Page, count: number, bytes: number): Promise<{ cids: string[], error?: string }> {
  return await page.evaluate(async ([count, bytes]) => {
    const body = new FormData()
    for (let i = 0; i < count; i++) body.append('file', new Blob([crypto.getRandomValues(new Uint8Array(bytes))]), `${i}.bin`)

    let text = ''
    let broken: string | undefined

    try {
      const reader = (await fetch('/api/v0/add?cid-version=1', { method: 'POST', body })).body!.pipeThrough(new TextDecoderStream()).getReader()
      for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) text += value
    } catch (err) {
      broken = (err as Error).message // an error after the first value breaks the stream behind the line that says why
    }

    const lines = text.trim().split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as { Hash: string, Message?: string })
    return { cids: lines.map(({ Hash }) => Hash), error: lines.at(-1)?.Message ?? broken }
  }, [count, bytes] as const)
}

test('the disk is full, and the browser is started again: all can be read, and what is removed makes room', async ({ site, browserName: _ }, info) => {
  const disk = await smallDisk(180)
  info.annotations.push({ type: 'disk', description: disk.real ? 'a file system of 180 MiB' : 'the quota of DevTools' })
  let { context, page } = await browserOn(disk, site)

  try {
    await openApp(page, site)
    const { cids: small } = await addMany(page, SMALL_FILES, 3000)
    expect(small).toHaveLength(SMALL_FILES)
    const big = (JSON.parse(await fine(page, 'add?pin-name=big.bin', { randomBytes: BIG_BYTES })) as { Hash: string }).Hash
    const { ID } = JSON.parse(await fine(page, 'id')) as { ID: string }

    let refused: string | undefined
    let last: string[] = []
    for (let calls = 0; refused == null && calls < 400; calls++) {
      const { cids, error } = await addMany(page, 100, 9000)
      refused = error
      if (error == null) last = cids
    }
    expect(refused).toBeDefined()
    const stat = await fine(page, 'repo/stat')
    await context.close()

    ;({ context, page } = await browserOn(disk, site))
    await page.goto(site.origin)
    await isReady(page)
    expect(JSON.parse(await fine(page, 'id'))).toMatchObject({ ID })
    for (const cid of [...small.slice(0, 5), small.at(-1), last.at(-1)]) {
      expect((await fine(page, `block/get?arg=${cid}`)).length).toBeGreaterThan(0)
    }
    await fine(page, `dag/stat?arg=${big}`)
    await fine(page, 'pin/ls')
    await fine(page, 'pin/verify')
    expect(await page.evaluate(async (cid) => (await (await fetch(`/ipfs/${cid}`)).arrayBuffer()).byteLength, big)).toBe(BIG_BYTES)
    expect(await fine(page, 'repo/stat')).toBe(stat)
    expect((await addMany(page, 100, 9000)).error).toBeDefined()

    // the page says so, and takes away what is largest
    const notice = page.getByRole('alert')
    await page.reload()
    await isReady(page)
    await expect(notice).toContainText('The disk is full.')
    const remove = notice.getByRole('button', { name: /Remove .*big\.bin/ })
    await expect(remove).toBeVisible({ timeout: 60_000 })
    for (const { name, ...look } of LOOKS) {
      await page.emulateMedia({ colorScheme: look.colorScheme })
      await page.setViewportSize(look.viewport)
      expect((await new AxeBuilder({ page }).include('[role=alert]').analyze()).violations.map(({ id, nodes }) => [name, id, nodes.map(({ html }) => html)])).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), `${name}: wider than the window`).toBeLessThanOrEqual(0)
      await page.screenshot({ path: info.outputPath(`full-${name}.png`) })
    }
    await remove.click()
    await expect(notice).toHaveCount(0, { timeout: 60_000 })
    expect((await rpc(page, `pin/ls?arg=${big}`)).status).toBe(500)
    expect((await rpc(page, `dag/stat?arg=${big}&offline=true`)).status).toBe(500)

    // Chromium remembers for half a minute how much room there was
    await expect.poll(async () => (await addMany(page, 100, 9000)).error, { timeout: 60_000, intervals: [2000] }).toBeUndefined()
    await fine(page, `block/get?arg=${small[0]}`)
    await fine(page, 'pin/verify')
    await fine(page, 'repo/verify')
  } finally {
    await context.close()
    await disk.remove()
  }
})

test('the disk is full at the first start: the page says so, and the node starts when there is room', async ({ app: page, context, site }) => {
  const session = await context.newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 1 })
  await session.send('Storage.clearDataForOrigin', { origin: site.origin, storageTypes: 'indexeddb' })
  await killWorkers(context, page)
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: 'The disk is full' })).toBeVisible({ timeout: 60_000 })
  const { status, text } = await rpc(page, 'id')
  expect([status, text]).toEqual([503, expect.stringMatching(/disk is full: free some space/)])
  expect((await rpc(page, 'repo/gc')).status).toBe(503)

  // the same worker: what failed before holds up nothing
  await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin })
  await expect.poll(async () => (await rpc(page, 'id')).status, { timeout: 60_000, intervals: [1000] }).toBe(200)
  await page.getByRole('button', { name: 'Try again' }).click()
  await isReady(page)
  expect((await rpc(page, 'add', { text: 'there is room' })).status).toBe(200)
})
