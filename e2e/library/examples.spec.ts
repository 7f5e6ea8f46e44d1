import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type * as Vite from 'vite'
import { expect, failures, readText, storesText, test } from '../fixtures/build/examples.ts'

// The tests share the folders of the examples: one process prepares them one after the other.
test.describe.configure({ mode: 'default' })

/** All packages that the package installs. */
const INSTALLED = [
  'abort-error',
  'interface-blockstore',
  'interface-datastore',
  'interface-store',
  'multiformats',
  'node-sqlite3-wasm',
  'swipfs',
  'uint8arrays'
]

test('a page without a bundler stores a text, and installs next to nothing', async ({ page, serve, plainHtml }) => {
  const folder = plainHtml
  const modules = (await readdir(path.join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))
  expect(modules.filter((name) => !INSTALLED.includes(name))).toEqual([])

  const errors = failures(page)
  const { origin } = await serve(path.join(folder, 'dist'))
  await page.goto(origin)
  await expect(page.locator('#state')).toHaveText('Ready')
  await storesText(page)
  await expect(page.locator('#link')).toHaveText('/ipfs/bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq')
  // Requests of the app go to the app's server.
  expect(await page.evaluate(async () => (await fetch('/api/users')).status)).toBe(404)
  expect(await page.evaluate(async () => (await fetch('/nothing.txt')).status)).toBe(404)
  // The second part of the script is at the URL that the worker loads.
  expect(await page.evaluate(async () => (await fetch('/swarm.js')).status)).toBe(200)
  expect(errors).toEqual([])
})

test('the client for Kubo reports progress', async ({ page, serve, viteKubo }) => {
  const errors = failures(page)
  const { origin } = await serve(path.join(viteKubo, 'dist'))
  await page.goto(origin)
  await expect(page.locator('#state')).toHaveText('Ready: 0.40.0')
  await page.locator('input').setInputFiles({
    name: 'a.bin',
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(3_000_000, 'abc')
  })
  await expect(page.locator('#told')).toHaveText(/^bafy\w+, told ([2-9]|\d\d+) times$/)
  expect(await page.locator('progress').evaluate((meter: HTMLProgressElement) => meter.value)).toBe(3_000_000)
  await expect(page.locator('#pins')).toContainText((await page.locator('#told').textContent())!.split(',')[0])
  expect(errors).toEqual([])
})

test('the Vite development server serves the worker of an app', async ({ page, viteKubo }) => {
  const folder = viteKubo
  const { createServer } = await import(path.join(folder, 'node_modules/vite/dist/node/index.js')) as typeof Vite
  const server = await createServer({
    root: folder,
    logLevel: 'error',
    server: { host: 'localhost', port: 0, watch: null }
  })
  const errors = failures(page)

  try {
    await server.listen()
    const [url] = server.resolvedUrls!.local
    const worker = await fetch(new URL('sw.js', url))
    expect(['content-type', 'cache-control', 'service-worker-allowed'].map((name) => worker.headers.get(name))).toEqual(
      ['text/javascript; charset=utf-8', 'no-cache', '/']
    )
    await page.goto(url)
    await expect(page.locator('#state')).toHaveText('Ready: 0.40.0')
    await page.locator('input').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
    await expect(page.locator('#pins')).toContainText('bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq')
    expect(errors).toEqual([])
  } finally {
    await server.close()
  }
})

test('Helia packages run on the shared node, and their types check', async ({ page, serve, heliaApp }) => {
  const folder = heliaApp
  const errors = failures(page)
  const { origin } = await serve(path.join(folder, 'dist'))
  await page.goto(origin)
  await expect(page.locator('#state')).toHaveText('Ready')
  await page.getByRole('button').click()
  await expect(page.locator('#name')).toHaveText(/^\/ipns\/k51/)

  const file = (await page.locator('#file').textContent())!
  await expect(page.locator('#leads')).toHaveText(`/ipfs/${file}`)
  await expect(page.locator('#pinned')).toHaveText('true')
  // Content that Helia made is served by the node.
  expect(await readText(page, `/ipfs/${file}`)).toBe('<h1>Made with Helia</h1>')
  expect(await readText(page, (await page.locator('#name').textContent())!)).toBe('<h1>Made with Helia</h1>')
  const pins = await page.evaluate(async () =>
    await (await fetch('/api/v0/pin/ls?type=recursive&names=true', { method: 'POST' })).text()
  )
  expect(pins).toContain((await page.locator('#object').textContent())!)
  expect(pins).toContain('a page')

  // Keys and names are persistent: the next visit publishes with the same key.
  await page.reload()
  await expect(page.locator('#state')).toHaveText('Ready')
  const before = await page.evaluate(async () =>
    await (await fetch('/api/v0/repo/stat', { method: 'POST' })).json() as { NumObjects: number }
  )
  expect(before.NumObjects).toBeGreaterThan(2)
  expect(errors).toEqual([])
})

test('the node runs in a worker together with Workbox', async ({ page, serve, workbox }) => {
  const errors = failures(page)
  const { origin, stop } = await serve(path.join(workbox, 'dist'))
  await page.goto(origin)
  await expect(page.locator('#content')).toHaveText('hi from the node')
  await expect(page.locator('#news')).toHaveText('none')
  await page.reload()
  await expect(page.locator('#news')).toHaveText('none')
  await expect.poll(async () => await page.evaluate(async () => (await caches.keys()).some((name) => name === 'news')))
    .toBe(true)
  expect(await page.evaluate(async () => await (await caches.match('/news.json'))?.text())).toContain('none')
  await stop()
  await page.reload()
  expect(await readText(page, '/news.json')).toContain('none')
  expect(errors).toEqual([])
})

test('opens a static site offline', async ({ page, serve, offlineSite }) => {
  const folder = offlineSite
  expect(await readFile(path.join(folder, 'dist', '_headers'), 'utf8')).toContain('/sw.js\n  Cache-Control: no-cache')
  const errors = failures(page)
  const { origin, stop } = await serve(path.join(folder, 'dist'))
  await page.goto(origin)
  await expect(page.locator('#state')).toHaveText('Ready')
  await stop()
  await page.goto(`${origin}/about/`)
  await expect(page.getByRole('heading')).toHaveText('About')
  await page.getByRole('link').click()
  await expect(page.locator('#state')).toHaveText('Ready')
  await expect(page.frameLocator('#note').locator('body')).toHaveText('Kept in this browser.')
  expect(errors).toEqual([])
})
