import type { Page } from 'playwright'
import { act, fileRow, HELLO, isReady, pick, visit } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet.ts'
import { rpc } from '../fixtures/site/site.ts'

async function id (page: Page): Promise<string> {
  return (JSON.parse((await rpc(page, 'id')).text) as { ID: string }).ID
}

/**
 * Stores data before the loss.
 *
 * @returns the node's identity
 */
async function keepSomething (page: Page, origin: string): Promise<string> {
  await visit(page, origin)
  await pick(page, { name: 'before.txt', text: 'before' })
  await expect(fileRow(page, 'before.txt')).toContainText('On this device')
  await act(page, 'before.txt', 'Pin')
  await expect(fileRow(page, 'before.txt')).toContainText('Pinned')
  return await id(page)
}

/** Checks that the page reports the loss, and that the node works at once, without a new worker. */
async function beginsAnew (page: Page, before: string): Promise<void> {
  await expect(page.getByRole('alert')).toContainText('The stored data is gone.')
  await expect(page.getByText('Drop files here.')).toBeVisible()
  expect(await id(page)).not.toBe(before)
  await pick(page, HELLO)
  await expect(fileRow(page, HELLO.name)).toContainText('On this device')
  await page.getByRole('button', { name: 'I understand' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
}

/**
 * Checks that second copies outside IndexedDB restored the identity and the pins. The page lists the lost blocks, and
 * adding them again repairs the pins.
 */
async function isRestored (page: Page, before: string): Promise<void> {
  const notice = page.getByRole('alert').filter({ hasText: 'This browser lost the blocks of the node.' })
  await expect(notice).toContainText('1 pinned item is incomplete')
  await expect(page.getByText('The stored data is gone.')).toHaveCount(0)
  expect(await id(page)).toBe(before)
  await pick(page, { name: 'before.txt', text: 'before' })
  await expect(fileRow(page, 'before.txt')).toContainText('On this device')
  await notice.getByRole('button', { name: 'I have read this' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
}

for (
  const [types, ends] of [['indexeddb', isRestored], [
    'indexeddb,cache_storage,file_systems,local_storage',
    beginsAnew
  ]] as const
) {
  test(`the data of the site is cleared (${types})`, async ({ page, site, quiet }) => {
    quiet.allow(/503|500/)
    const before = await keepSomething(page, site.origin)

    const session = await page.context().newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin: site.origin, storageTypes: types })
    await ends(page, before)
  })
}

test('restarts after a reload when all site data and the worker were cleared', async ({ page, site, quiet }) => {
  quiet.allow(/./)
  await keepSomething(page, site.origin)
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: site.origin, storageTypes: 'all' })
  await visit(page, site.origin)
  await expect(page.getByText('Drop files here.')).toBeVisible()
  await pick(page, HELLO)
  await expect(fileRow(page, HELLO.name)).toContainText('On this device')
})

for (const [types, keeps] of [['service_workers', true], ['all', false]] as const) {
  test(
    `recovers by itself when the browser removes the worker of an open page, with ${types}`,
    async ({ page, site, quiet }) => {
      quiet.allow(/./)
      const before = await keepSomething(page, site.origin)
      const session = await page.context().newCDPSession(page)
      await session.send('Storage.clearDataForOrigin', { origin: site.origin, storageTypes: types })
      await expect.poll(async () =>
        await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state)
      ).toBe('activated')
      await isReady(page)

      await pick(page, HELLO)
      await expect(fileRow(page, HELLO.name)).toContainText('On this device')
      await expect(fileRow(page, 'before.txt')).toHaveCount(keeps ? 1 : 0)
      await expect(page.getByText('A new version is running')).toHaveCount(0)
      expect(await id(page) === before).toBe(keeps)
    }
  )
}

test(
  'does not block a page that deletes the databases, and restores data from copies',
  async ({ page, site, quiet }) => {
    quiet.allow(/503|500/)
    const before = await keepSomething(page, site.origin)

    const deleted = await page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name as string)
      return await Promise.all(names.map(async (name) =>
        await new Promise<string>((resolve) => {
          const request = indexedDB.deleteDatabase(name)
          request.onsuccess = () => {
            resolve('deleted')
          }
          request.onblocked = () => {
            resolve('blocked')
          }
        })
      ))
    })

    expect(new Set(deleted)).toEqual(new Set(['deleted']))
    await isRestored(page, before)
  }
)

test('an add fails when storage is cleared meanwhile, and the next one succeeds', async ({ page, site, quiet }) => {
  quiet.allow(/503|500/)
  await visit(page, site.origin)

  await page.evaluate(() => {
    const state = window as unknown as { sent: number; added: Promise<string> }
    const chunk = new Uint8Array(262_144)
    state.sent = 0
    const body = new ReadableStream<Uint8Array>({
      async pull (controller) {
        if (state.sent === 0) {
          controller.enqueue(
            new TextEncoder().encode('--b\r\nContent-Disposition: form-data; name="file"; filename="endless"\r\n\r\n')
          )
        }
        crypto.getRandomValues(chunk.subarray(0, 65_536))
        controller.enqueue(chunk.slice())
        state.sent += chunk.byteLength
        await new Promise((resolve) => {
          setTimeout(resolve, 1)
        })
      }
    })
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
      body,
      duplex: 'half'
    }
    state.added = fetch('/api/v0/add', init as RequestInit).then(
      async (response) => await response.text(),
      (err: Error) => `broken: ${err.message}`
    )
  })
  await expect.poll(async () => await page.evaluate(() => (window as unknown as { sent: number }).sent))
    .toBeGreaterThan(24 * 1024 * 1024)

  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: site.origin, storageTypes: 'indexeddb' })
  expect(await page.evaluate(async () => await (window as unknown as { added: Promise<string> }).added)).toMatch(
    /the storage of the node|broken/
  )
  expect((await rpc(page, 'add', { text: 'again' })).status).toBe(200)
  expect((await rpc(page, 'repo/verify')).status).toBe(200)
  await page.reload()
  await isReady(page)
})
