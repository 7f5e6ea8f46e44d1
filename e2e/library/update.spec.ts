import path from 'node:path'
import type { Page } from 'playwright'
import {
  bigFile,
  fileRow,
  HELLO,
  isReady,
  openSection,
  openWork,
  pick,
  region,
  uploadRow,
  visit,
  withFolder
} from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/site/deployment.ts'
import { addSite, APP, appRuns, fetched, ICON, siteOrigin } from '../fixtures/site/own-site.ts'
import { killWorkers, rpc } from '../fixtures/site/site.ts'
import { updateWorker } from '../fixtures/site/update-worker.ts'

const MIB = 1024 * 1024
const OFFER = 'A new version is ready'

/** Longer than the page's timeout for the old worker to hand over. */
const ASKED_MS = 15_000

/**
 * Waits until the node has this version. Chromium may keep a worker that gets a request at the moment of the switch
 * until 30 s without events, and with a debugger, as here, for five minutes. The test stops it then.
 */
async function isSwitched (page: Page, version: string): Promise<void> {
  await openSection(page, '#/node/peers')
  const shown = region(page, 'This browser')
  await expect(shown).toContainText(version, { timeout: ASKED_MS }).catch(async () => {
    await killWorkers(page.context(), page)
  })
  await expect(shown).toContainText(version)
}

test('offers a new version, and runs it with the stored data once accepted', async ({ page, context, deployment }) => {
  await visit(page, deployment.origin)
  await pick(page, HELLO)
  await expect(fileRow(page, HELLO.name)).toBeVisible()
  const other = await context.newPage()
  await visit(other, deployment.origin)

  const old = deployment.version
  const newer = await deployment.next()
  await page.reload() // A browser checks for a new worker on navigation.
  await expect(page.getByText(OFFER)).toBeVisible()
  await isReady(page)
  await openSection(page, '#/node/peers')
  await expect(region(page, 'This browser')).toContainText(old)

  await page.getByRole('button', { name: 'Switch now' }).click()
  await isSwitched(page, newer)
  await isReady(page)
  await expect(page.getByText(OFFER)).toHaveCount(0)
  await openSection(page, '#/')
  await expect(fileRow(page, HELLO.name)).toContainText('On this device')
  expect(await page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('swipfs-shell-'))))
    .toEqual([`swipfs-shell-${newer}`])

  await expect(other.getByText('A new version is running')).toBeVisible()
  await other.getByRole('button', { name: 'Reload' }).click()
  await isReady(other)
  await expect(other.getByText('A new version is running')).toHaveCount(0)
})

test('an update waits for uploads in any tab', async ({ page, context, deployment }) => {
  await visit(page, deployment.origin)
  const other = await context.newPage()
  await visit(other, deployment.origin)

  await withFolder({ folder: undefined }, async (folder) => {
    const place = path.join(folder, 'film.mp4')
    await bigFile(place, 100 * MIB)
    await other.locator('[data-pick=files]').setInputFiles(place)
    await openWork(other)
    // The answer of this upload takes as long as the test needs.
    await other.evaluate(() => {
      const { prototype } = ReadableStreamDefaultReader
      const real = prototype.read
      const goesOn = new Promise((resolve) => {
        addEventListener('go-on', resolve, { once: true })
      })
      prototype.read = async function (this: ReadableStreamDefaultReader) {
        await goesOn
        return await real.call(this)
      }
    })
    await expect(uploadRow(other, 'film.mp4').getByRole('progressbar')).toBeVisible()

    const newer = await deployment.next()
    await page.reload()
    await page.getByRole('button', { name: 'Switch now' }).click()
    await expect(page.getByText('The new version starts when all uploads have finished')).toBeVisible()
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect(page.getByText(OFFER)).toBeVisible()
    await page.getByRole('button', { name: 'Switch now' }).click()
    await expect(page.getByText('The new version starts when all uploads have finished')).toBeVisible()
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state)).toBe(
      'installed'
    )

    await other.evaluate(() => {
      dispatchEvent(new Event('go-on'))
    })
    await expect.poll(async () => (await rpc(page, 'files/ls')).text).toContain('film.mp4')
    await isSwitched(page, newer)
    await openSection(page, '#/')
    await expect(fileRow(page, 'film.mp4')).toContainText('On this device')
  })
})

test('a request during the switch does not delay an update', async ({ page, deployment }) => {
  await visit(page, deployment.origin)
  const newer = await deployment.next()
  await page.reload()
  await expect(page.getByText(OFFER)).toBeVisible()

  // Simulates another tab that does not know about the switch: its request begins when the worker is asked to leave,
  // and ends by itself.
  await page.evaluate(() => {
    const post = ServiceWorker.prototype.postMessage as (this: ServiceWorker, ...args: unknown[]) => void
    let asked = 0

    ServiceWorker.prototype.postMessage = function (this: ServiceWorker, message: { type?: string }, ports: unknown) {
      if (message.type === 'skip-waiting' && asked++ === 0) {
        const stop = new AbortController()
        fetch('/api/v0/log/tail', { method: 'POST', signal: stop.signal }).catch(() => {})
        setTimeout(() => {
          stop.abort()
        }, 500)
      }

      post.call(this, message, ports)
    }
  })
  await page.getByRole('button', { name: 'Switch now' }).click()
  await isSwitched(page, newer)
  await isReady(page)
})

test('a new version takes over an open site, which continues', async ({ page, context, deployment }) => {
  await visit(page, deployment.origin)
  const cid = await addSite(page, APP)
  const tab = await context.newPage()
  await tab.goto(siteOrigin({ port: Number(new URL(deployment.origin).port) }, cid))
  await appRuns(tab)
  await tab.evaluate(() => {
    localStorage.setItem('mine', 'kept')
  })

  await deployment.next()
  await updateWorker(tab)

  // The new worker has no port yet: the open page provides one.
  expect(await fetched(tab, '/late.txt')).toBe('200 asked for late')
  await tab.reload()
  await appRuns(tab)
  expect(await tab.evaluate(() => localStorage.getItem('mine'))).toBe('kept')
})

test('an update does not cut a large response of a site', async ({ page, context, deployment }) => {
  await visit(page, deployment.origin)
  const big = JSON.parse((await rpc(page, 'add?cid-version=1', { randomBytes: 24 * MIB })).text) as { Hash: string }
  const folder = await addSite(page, { 'index.html': `<!doctype html>${ICON}<title>big</title><script>1</script>` })
  const { Hash } = JSON.parse(
    (await rpc(page, `object/patch/add-link?arg=${folder}&arg=big.bin&arg=${big.Hash}`)).text
  ) as { Hash: string }
  const { Formatted: root } = JSON.parse((await rpc(page, `cid/format?arg=${Hash}&v=1&b=base32`)).text) as {
    Formatted: string
  }
  const tab = await context.newPage()
  await tab.goto(siteOrigin({ port: Number(new URL(deployment.origin).port) }, root))
  await expect(tab).toHaveTitle('big')
  await tab.exposeFunction('release', async () => {
    await deployment.next()
  })

  const bytes = await tab.evaluate(async () => {
    const reader = (await fetch('/big.bin')).body!.getReader()
    let [length, released] = [0, false]

    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      length += value!.byteLength

      if (!released && length > 4e6) {
        released = true
        await (window as unknown as { release: () => Promise<void> }).release()
        const changed = new Promise((resolve) => {
          navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
        })
        await (await navigator.serviceWorker.ready).update()
        // It may wait for this answer to end.
        await Promise.race([changed, new Promise((resolve) => setTimeout(resolve, 3000))])
      }
    }

    return length
  })
  expect(bytes).toBe(24 * MIB)
})
