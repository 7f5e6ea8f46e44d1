import type { Page } from 'playwright'
import { test } from '../fixtures/browser/kept-browser.ts'
import { expect, openApp, registerWorker, rpc } from '../fixtures/site/site.ts'
import type { Site } from '../fixtures/site/site.ts'

/** Bytes that are cut from the end of a log. */
const CUTS = [700, 4096, 9000, 20_000, 60_000]
const FILE_BYTES = 5000

interface Kept {
  id: string
  pins: string[]
}

function siteOf (site: Site, host: string): Site {
  return { ...site, origin: `http://${host}:${site.port}` }
}

async function json<T> (page: Page, target: string, file?: Parameters<typeof rpc>[2]): Promise<T> {
  const { status, text } = await rpc(page, target, file)
  expect(status, text).toBe(200)
  return JSON.parse(text.trim().split('\n').at(-1)!) as T
}

/** Adds small files, one call each. */
async function add (page: Page, count: number, target = 'add'): Promise<string[]> {
  return await page.evaluate(async ([count, target, size]) => {
    const hashes: string[] = []

    for (let i = 0; i < count; i++) {
      const body = new FormData()
      body.append('file', new Blob([crypto.getRandomValues(new Uint8Array(size))]))
      const response = await fetch(`/api/v0/${target}`, { method: 'POST', body })
      hashes.push((await response.json() as { Hash: string }).Hash)
    }

    return hashes
  }, [count, target, FILE_BYTES] as const)
}

async function peerId (page: Page): Promise<string> {
  return (await json<{ ID: string }>(page, 'id')).ID
}

/** Opens the worker without the app's page, for tests with many nodes: the page makes no difference for the logs. */
async function openWorker (page: Page, site: Site): Promise<void> {
  await registerWorker(page, site.origin)
  expect((await rpc(page, 'version')).status).toBe(200)
}

async function firstLife (page: Page, site: Site, open = openApp): Promise<Kept> {
  await open(page, site)
  const kept = { id: await peerId(page), pins: await add(page, 40) }
  await rpc(page, 'config?arg=Datastore.StorageMax&arg=5GB')
  return kept
}

/** Ends the session during writes of unpinned files, so that the cut hits only these. */
async function addUnpinned (page: Page): Promise<void> {
  await add(page, 20, 'add?pin=false')
}

/** Adds one small file and changes one setting. */
async function secondLife (page: Page, site: Site, kept: Kept, open = openApp): Promise<void> {
  await open(page, site)
  kept.pins.push(...await add(page, 1))
  await rpc(page, 'config?arg=Gateway.RootRedirect&arg=/ipfs/bafkqablimvwgy3y')
}

/** Checks that all acknowledged data exists, also by the node's own checks. */
async function expectAll (page: Page, site: Site, kept: Kept, open = openApp): Promise<void> {
  await open(page, site)
  expect(await peerId(page)).toBe(kept.id)
  expect((await json<{ Value: string }>(page, 'config?arg=Datastore.StorageMax')).Value).toBe('5GB')
  expect((await json<{ Value: string }>(page, 'config?arg=Gateway.RootRedirect')).Value).toBe('/ipfs/bafkqablimvwgy3y')

  const { Keys } = await json<{ Keys: object }>(page, 'pin/ls?type=recursive')
  expect(Object.keys(Keys)).toEqual(expect.arrayContaining(kept.pins))
  expect((await rpc(page, 'repo/verify')).text).toContain('verify complete, all blocks validated.')
  expect((await rpc(page, 'pin/verify')).text).toBe('')

  // In a single page call: a call per pin took longer than the rest of this test.
  const sizes = await page.evaluate(async (cids) =>
    await Promise.all(cids.map(async (cid) => {
      const response = await fetch(`/api/v0/block/stat?arg=${cid}&offline=true`, { method: 'POST' })
      return (await response.json() as { Size?: number }).Size ?? 0
    })), kept.pins)
  expect(kept.pins.filter((_, i) => sizes[i] === 0)).toEqual([])
}

test(
  'a browser killed during a write loses no pinned data, wherever its database log ends',
  async ({ kept: browser, site }) => {
    await browser.launch()

    // Concurrently: each has an origin, and so databases and a worker, of its own.
    const lives = await Promise.all(CUTS.map(async (bytes) => {
      const host = `cut${bytes}.localhost`
      const own = siteOf(site, host)
      const page = await browser.newPage()
      return { host, bytes, site: own, page, kept: await firstLife(page, own, openWorker) }
    }))

    // All at once, so that none is idle when it ends.
    await Promise.all(lives.map(async ({ page }) => {
      await addUnpinned(page)
    }))
    await browser.kill()
    for (const { host, bytes } of lives) {
      await browser.cutLog(host, 'default', bytes)
    }

    await browser.launch()
    await Promise.all(lives.map(async ({ site, kept }) => {
      await secondLife(await browser.newPage(), site, kept, openWorker)
    }))
    await browser.close()

    await browser.launch()
    await Promise.all(lives.map(async ({ site, kept }) => {
      await expectAll(await browser.newPage(), site, kept, openWorker)
    }))
  }
)

test(
  'keeps its identity after a truncated datastore log and lost databases, and reports losses',
  async ({ kept: browser, site }) => {
    await browser.launch()
    const first = await browser.newPage()
    const kept = await firstLife(first, site)
    await addUnpinned(first)
    await browser.kill()
    await browser.cutLog('node.localhost', 'bucket', 700)

    await browser.launch()
    await secondLife(await browser.newPage(), site, kept)
    await browser.close()
    await browser.launch()
    await expectAll(await browser.newPage(), site, kept)
    await browser.kill()

    // The datastore is gone, the blocks exist.
    await browser.dropDatabases('node.localhost', 'bucket')
    await browser.launch()
    await expectAll(await browser.newPage(), site, kept)
    await browser.kill()

    // The reverse: the blocks are gone.
    await browser.dropDatabases('node.localhost', 'default')
    await browser.launch()
    const last = await browser.newPage()
    await openApp(last, site)
    expect(await peerId(last)).toBe(kept.id)
    const { Keys } = await json<{ Keys: object }>(last, 'pin/ls?type=recursive')
    expect(Object.keys(Keys)).toEqual(expect.arrayContaining(kept.pins))
    const bad = (await rpc(last, 'pin/verify')).text
    for (const cid of kept.pins) {
      expect(bad).toContain(cid)
    }

    // The page reports it.
    const notice = last.getByRole('alert')
    await expect(notice).toContainText('This browser lost the blocks of the node.')
    await expect(notice).toContainText(/4\d pinned items are incomplete/)
    await notice.getByRole('button', { name: 'I have read this' }).click()
    await expect(notice).toHaveCount(0)
    await last.reload()
    await openApp(last, site)
    expect((await rpc(last, 'pin/verify')).text).not.toBe('')
    await expect(notice).toHaveCount(0)
  }
)

test('clearing the site data creates a new node, and no copy restores the old one', async ({ kept: browser, site }) => {
  await browser.launch()
  const page = await browser.newPage()
  const { id } = await firstLife(page, site)
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: site.origin, storageTypes: 'all' })
  await openApp(page, site)
  expect(await peerId(page)).not.toBe(id)
})
