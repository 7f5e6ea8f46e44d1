import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'playwright/test'
import { build } from '../../scripts/build/build.mjs'
import { fileRow, HELLO, isReady, pick, visit } from '../fixtures/page/page.ts'
import { servedFolder } from '../fixtures/site/served-folder.ts'
import { rpc } from '../fixtures/site/site.ts'
import { STATIC_HOSTS } from '../fixtures/site/static-hosts.ts'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))

for (const [name, start] of Object.entries(STATIC_HOSTS)) {
  test(`the build starts on ${name}, and opens offline`, async ({ page }) => {
    const host = await start(DIST)

    try {
      await visit(page, host.origin)
      expect(
        await page.evaluate(async () =>
          (await (await caches.open((await caches.keys()).find((key) => key.startsWith('swipfs-shell-'))!)).match(
            '/home-frame.html'
          ))?.redirected
        )
      ).toBe(false)
    } finally {
      await host.stop()
    }

    await page.reload()
    await isReady(page)
    // The node's frame, at both forms of its path.
    for (const path of ['/home-frame.html', '/home-frame']) {
      expect((await page.goto(`${host.origin}${path}`))?.status()).toBe(200)
    }
  })
}

test('the build works in a folder of its host: page, RPC and content', async ({ page }) => {
  const root = await mkdtemp(path.join(os.tmpdir(), 'swipfs-folder-'))
  await cp(DIST, path.join(root, 'repo'), { recursive: true })
  const host = await servedFolder(root)

  try {
    await visit(page, `${host.origin}/repo/`)
    await pick(page, HELLO)
    await expect(fileRow(page, HELLO.name)).toContainText('On this device')
    expect(await page.evaluate(async () => new URL((await navigator.serviceWorker.ready).scope).pathname)).toBe(
      '/repo/'
    )

    const link = await fileRow(page, HELLO.name).getByRole('link').getAttribute('href')
    expect(link).toMatch(/^#/)
    const [read, called] = await page.evaluate(async (cid) =>
      await Promise.all([
        Promise.all([`/repo/ipfs/${cid}`, `/ipfs/${cid}`].map(async (at) => await (await fetch(at)).text())),
        Promise.all(
          ['/repo/api/v0/version', '/api/v0/version'].map(async (at) => (await fetch(at, { method: 'POST' })).status)
        )
      ]), HELLO.cid)
    expect([read, called]).toEqual([['hello', 'hello'], [200, 200]])

    const { text } = await rpc(page, 'add?cid-version=1&wrap-with-directory=true', { text: 'below', name: 'a.txt' })
    const { Hash: folder } = JSON.parse(text.trim().split('\n').at(-1)!) as { Hash: string }
    await page.goto(`${host.origin}/repo/ipfs/${folder}`)
    await expect(page).toHaveURL(`${host.origin}/repo/ipfs/${folder}/`)
    await expect(page.locator('.crumbs a')).toHaveAttribute('href', `/repo/ipfs/${folder}`)
    await page.getByRole('link', { name: 'a.txt', exact: true }).click()
    await expect(page).toHaveURL(`${host.origin}/repo/ipfs/${folder}/a.txt`)
    await expect(page.locator('body')).toHaveText('below')

    await page.goto(`${host.origin}/repo/ipfs/${folder}/nothing`)
    await page.getByRole('link', { name: 'Home' }).click()
    await isReady(page)
    expect(page.url()).toBe(`${host.origin}/repo/`)
  } finally {
    await host.stop()
  }

  await page.goto(`${host.origin}/repo/ipfs/${HELLO.cid}`)
  await expect(page.locator('body')).toHaveText('hello')
  await page.goto(`${host.origin}/repo/`)
  await isReady(page)
  await rm(root, { recursive: true })
})

test('a first visit to content in a folder shows it through the 404 page of the build', async ({ page }) => {
  const root = await mkdtemp(path.join(os.tmpdir(), 'swipfs-base-'))
  await build({ outDir: path.join(root, 'repo'), base: '/repo/', quiet: true })
  const host = await servedFolder(root, {}, 'repo/404.html')
  // content that lies in its CID
  const cid = 'bafkqabtimvwgy3yk'

  try {
    await page.goto(`${host.origin}/repo/no/such/page`)
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'To the start page' })).toHaveAttribute('href', '/repo/')
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)

    await page.goto(`${host.origin}/repo/ipfs/${cid}?filename=a.txt`)
    await expect(page.locator('body')).toHaveText('hello')
    expect(page.url()).toBe(`${host.origin}/repo/ipfs/${cid}?filename=a.txt`)
    expect(
      await page.evaluate(async () =>
        (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname)
      )
    ).toEqual(['/repo/'])

    await page.goto(`${host.origin}/repo/`)
    await isReady(page)
  } finally {
    await host.stop()
    await rm(root, { recursive: true })
  }
})

test('reports a page whose main script fails to load', async ({ page }) => {
  const root = await mkdtemp(path.join(os.tmpdir(), 'swipfs-lacking-'))
  await cp(DIST, root, { recursive: true })
  const html = await readFile(path.join(root, 'index.html'), 'utf8')
  await rm(path.join(root, /src="\.\/(assets\/index-[^"]+)"/.exec(html)![1]))
  const host = await servedFolder(root)

  try {
    await page.goto(host.origin)
    await expect(page.getByText('the scripts of this page did not load')).toBeVisible()
    await page.goto(`file://${path.join(root, 'index.html')}`)
    await expect(page.getByText('the scripts of this page did not load')).toBeVisible()
  } finally {
    await host.stop()
    await rm(root, { recursive: true })
  }
})
