import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import type * as Vite from 'vite'
import { test as base } from './fixtures/once.ts'
import { installExample, npm, packed, typeCheck } from './fixtures/packed.ts'
import { oncePerRun, runFolder } from './fixtures/run-folder.ts'
import { servedFolder } from './fixtures/served-folder.ts'
import type { ServedFolder } from './fixtures/served-folder.ts'
import { STATIC_HOSTS } from './fixtures/static-hosts.ts'

/** All packages that the package installs. */
const INSTALLED = [
  'abort-error',
  'interface-blockstore',
  'interface-datastore',
  'interface-store',
  'multiformats',
  'swipfs',
  'uint8arrays'
]

const FILM = fileURLToPath(new URL('./fixtures/films/cues-at-end.webm', import.meta.url))

/** Time to install and build an example: two cores may be busy with other tests. It is no part of a test's time. */
const PREPARE_MS = 900_000

let temporary: string

/** Fixtures of folders with an installed and built example, which is prepared once per run. */
interface Examples {
  heliaApp: string
  offlineSite: string
  plainHtml: string
  /** the static site with more pages, a short film and a long one */
  trainSite: string
  viteKubo: string
  workbox: string
}

interface Fixtures extends Examples {
  serve: (folder: string) => Promise<ServedFolder>
}

const test = base.extend<Fixtures>({
  serve: async ({}, use) => {
    const served: ServedFolder[] = []
    await use(async (folder) => {
      served.push(await servedFolder(folder))
      return served.at(-1)!
    })
    await Promise.all(served.map(async ({ stop }) => {
      await stop()
    }))
  },

  heliaApp: [async ({}, use) => {
    await use(await builtExample('helia'))
  }, { timeout: PREPARE_MS }],

  offlineSite: [async ({}, use) => {
    await use(await builtExample('offline-site'))
  }, { timeout: PREPARE_MS }],

  plainHtml: [async ({}, use) => {
    await use(await builtExample('plain-html'))
  }, { timeout: PREPARE_MS }],

  trainSite: [async ({ offlineSite }, use) => {
    await use(await oncePerRun('train-site', async () => await buildTrainSite(offlineSite)))
  }, { timeout: PREPARE_MS }],

  viteKubo: [async ({}, use) => {
    await use(await builtExample('vite-kubo'))
  }, { timeout: PREPARE_MS }],

  workbox: [async ({}, use) => {
    await use(await builtExample('workbox'))
  }, { timeout: PREPARE_MS }]
})

// The examples are prepared one after the other.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  temporary = await mkdtemp(path.join(os.tmpdir(), 'swipfs-examples-'))
})

test.afterAll(async () => {
  await rm(temporary, { recursive: true, force: true })
})

/** Installs an example with the packed package, and builds it. */
async function builtExample (name: string): Promise<string> {
  return await oncePerRun(name, async () => {
    const folder = await installExample(name, await oncePerRun('tarball', packed), runFolder())
    await npm(folder, 'run', 'build')
    return folder
  })
}

/** Builds a copy of the static site with more pages, a short film and a long one. */
async function buildTrainSite (site: string): Promise<string> {
  const folder = await mkdtemp(path.join(runFolder(), 'train-site-'))
  await cp(site, folder, { recursive: true })
  const page = (heading: string): string => `<!doctype html><title>${heading}</title><h1>${heading}</h1>`
  await writeFile(path.join(folder, 'plain.html'), page('Plain'))
  await writeFile(path.join(folder, 'public', '404.html'), page('Lost'))
  await cp(FILM, path.join(folder, 'public', 'film.webm'))
  await writeFile(path.join(folder, 'public', 'long.webm'), new Uint8Array(3 * 1024 ** 2))
  await edit(path.join(folder, 'vite.config.js'), "'about/index.html'", "'about/index.html', 'plain.html'")
  await npm(folder, 'run', 'build')
  return folder
}

/** Collects errors of the page for the test output. */
function failures (page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => {
    errors.push(message)
  })
  return errors
}

/** Replaces text in a file. */
async function edit (file: string, words: string, others: string): Promise<void> {
  const content = await readFile(file, 'utf8')
  expect(content).toContain(words)
  await writeFile(file, content.replace(words, others))
}

const readText = async (page: Page, path: string): Promise<string> =>
  await page.evaluate(async (path) => await (await fetch(path)).text(), path)

test('a page without a bundler stores a text, and installs next to nothing', async ({ page, serve, plainHtml }) => {
  const folder = plainHtml
  const modules = (await readdir(path.join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))
  expect(modules.filter((name) => !INSTALLED.includes(name))).toEqual([])

  const errors = failures(page)
  const { origin } = await serve(path.join(folder, 'dist'))
  await page.goto(origin)
  await expect(page.locator('#state')).toHaveText('Ready')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.locator('#content')).toHaveText('hello')
  await expect(page.locator('#link')).toHaveText('/ipfs/bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq')
  // Requests of the app go to the app's server.
  expect(await page.evaluate(async () => (await fetch('/api/users')).status)).toBe(404)
  expect(await page.evaluate(async () => (await fetch('/nothing.txt')).status)).toBe(404)
  // The second part of the script is at the URL that the worker loads.
  expect(await page.evaluate(async () => (await fetch('/swarm.js')).status)).toBe(200)
  expect(errors).toEqual([])
})

test('reports why a worker cannot be installed', async ({ page, serve, plainHtml }) => {
  const kept = "self.swipfs = { precache: ['/', '/forgotten.css'] }"
  const amiss: Array<[settings: string, missing: string | undefined, words: RegExp]> = [
    [kept, undefined, /installation failed: \/forgotten\.css.*HTTP 404/],
    ["self.swipfs = { precache: '/' }", undefined, /installation failed: swipfs\.precache must be a list/],
    ['', 'swarm.js', /installation failed: .*swarm\.js/]
  ]

  for (const [settings, missing, words] of amiss) {
    const dist = await mkdtemp(path.join(temporary, 'forgetful-'))
    await cp(path.join(plainHtml, 'dist'), dist, { recursive: true })
    await writeFile(path.join(dist, 'sw.js'), `${settings}\n${await readFile(path.join(dist, 'sw.js'), 'utf8')}`)
    if (missing != null) {
      await rm(path.join(dist, missing))
    }
    await edit(path.join(dist, 'index.html'), 'await register()', 'await register({ swarm: true })')
    const { origin } = await serve(dist)
    await page.goto(origin)
    await expect(page.locator('#state')).toHaveText(words)
    // No worker is installed that could not work in its registered scope.
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active ?? null))
      .toBeNull()
  }
})

test('reports a page without a worker, and a worker without a node', async ({ page, serve, plainHtml }) => {
  const dist = await mkdtemp(path.join(temporary, 'strange-'))
  await cp(path.join(plainHtml, 'dist'), dist, { recursive: true })
  await writeFile(
    path.join(dist, 'other.js'),
    "self.addEventListener('activate', (event) => { event.waitUntil(self.clients.claim()) })"
  )
  const html = await readFile(path.join(dist, 'index.html'), 'utf8')
  const { origin } = await serve(dist)

  for (
    const [registers, words] of [
      [
        "await register({ script: '/swipfs/sw.js', scope: '/swipfs/' })",
        'no worker serves this page: register one, with a scope that this page lies in'
      ],
      [
        "await register({ script: '/other.js' })",
        `the service worker that controls this page has no node (${origin}/other.js): register the worker of the node for this page, or unregister this one if its scope is nearer to the page`
      ]
    ]
  ) {
    await cp(path.join(dist, 'sw.js'), path.join(dist, 'swipfs', 'sw.js'))
    await writeFile(
      path.join(dist, 'index.html'),
      html.replace('await register()', registers).replace('await ready()', 'await ready({ timeoutMs: 5000 })')
    )
    await page.goto(origin)
    await expect(page.locator('#state')).toHaveText(words)
  }
})

for (
  const [name, script, other] of [
    [
      'at the same address',
      '/sw.js',
      "self.addEventListener('fetch', (event) => { if (event.request.mode === 'navigate') event.respondWith(fetch(event.request)) })"
    ],
    ['at another address', '/service-worker.js', '']
  ]
) {
  test(`an app that had another service worker ${name} gets its node without a prompt`, async ({ page, serve, plainHtml }) => {
    const dist = await mkdtemp(path.join(temporary, 'before-'))
    await cp(path.join(plainHtml, 'dist'), dist, { recursive: true })
    const [html, sw] = await Promise.all(
      ['index.html', 'sw.js'].map(async (file) => await readFile(path.join(dist, file), 'utf8'))
    )
    await writeFile(
      path.join(dist, script),
      `self.addEventListener('install', () => { self.skipWaiting() })\nself.addEventListener('activate', (event) => { event.waitUntil(self.clients.claim()) })\n${other}`
    )
    await writeFile(
      path.join(dist, 'index.html'),
      `<!doctype html><p id="state"></p><script>navigator.serviceWorker.register('${script}'); navigator.serviceWorker.addEventListener('controllerchange', () => { document.getElementById('state').textContent = 'Before' })</script>`
    )
    const { origin } = await serve(dist)
    await page.goto(origin)
    await expect(page.locator('#state')).toHaveText('Previous')

    await writeFile(path.join(dist, 'index.html'), html)
    await writeFile(path.join(dist, 'sw.js'), sw)
    await page.reload()
    await expect(page.locator('#state')).toHaveText('Ready')
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(`${origin}/sw.js`)
    await page.getByRole('button', { name: 'Add' }).click()
    await expect(page.locator('#content')).toHaveText('hello')
  })
}

test('tells a framed page of the same origin why the node refuses it', async ({ page, serve, plainHtml }) => {
  const dist = await mkdtemp(path.join(temporary, 'framed-'))
  await cp(path.join(plainHtml, 'dist'), dist, { recursive: true })
  await writeFile(path.join(dist, 'story.html'), '<!doctype html><iframe src="/"></iframe>')
  const { origin } = await serve(dist)
  await page.goto(`${origin}/story.html`)
  await expect(page.frameLocator('iframe').locator('#state')).toHaveText(
    /the node refuses this page: the page is in a frame/
  )

  expect(
    await page.frames()[1].evaluate(async () => {
      const response = await fetch('/api/v0/id', { method: 'POST' })
      return [
        response.status,
        response.headers.get('X-Swipfs-Refused')?.slice(0, 22),
        (await response.text()).slice(0, 39)
      ]
    })
  ).toEqual([403, 'the page is in a frame', '403 - Forbidden: the page is in a frame'])
})

test('a worker of a page waits for the node and calls it', async ({ page, serve, plainHtml }) => {
  const dist = await mkdtemp(path.join(temporary, 'worker-'))
  await cp(path.join(plainHtml, 'dist'), dist, { recursive: true })
  await writeFile(
    path.join(dist, 'aside.js'),
    "import { ready, rpc } from '/swipfs/client.js'\nready().then(async () => { postMessage((await rpc('version')).Version) }).catch((err) => { postMessage(String(err)) })"
  )
  const { origin } = await serve(dist)
  await page.goto(origin)
  await expect(page.locator('#state')).toHaveText('Ready')
  expect(
    await page.evaluate(async () =>
      await new Promise((resolve) => {
        new Worker('/aside.js', { type: 'module' }).onmessage = ({ data }) => {
          resolve(data)
        }
      })
    )
  ).toBe('0.40.0')
})

test('two apps of one origin share the repo without waiting for each other', async ({ page, context, serve, plainHtml }) => {
  const root = await mkdtemp(path.join(temporary, 'two-apps-'))
  const dist = path.join(plainHtml, 'dist')
  const html = await readFile(path.join(dist, 'index.html'), 'utf8')

  for (const name of ['a', 'b']) {
    await cp(dist, path.join(root, name), { recursive: true })
    await writeFile(
      path.join(root, name, 'index.html'),
      html.replace('/swipfs/client.js', './swipfs/client.js').replace(
        'await register()',
        `await register({ script: '/${name}/sw.js', scope: '/${name}/' })`
      )
    )
  }

  const { origin } = await serve(root)
  const other = await context.newPage()
  const tabs = [[page, 'a'], [other, 'b'], [page, 'a']] as const

  // With a debugger attached, the browser stops no worker, so a worker that holds the repo never releases it.
  for (const [tab, name] of tabs) {
    if (!tab.url().startsWith(origin)) {
      await tab.goto(`${origin}/${name}/`)
    }
    await expect(tab.locator('#state')).toHaveText('Ready')
    await tab.getByRole('button', { name: 'Add' }).click()
    await expect(tab.locator('#content')).toHaveText('hello')
    expect(await tab.evaluate(async () => (await fetch('/api/v0/pin/ls', { method: 'POST' })).status)).toBe(200)
  }
})

test('an app that enforces Trusted Types and forbids foreign scripts has a node with peers', async ({ page, plainHtml }) => {
  const dist = await mkdtemp(path.join(temporary, 'strict-'))
  await cp(path.join(plainHtml, 'dist'), dist, { recursive: true })
  const html = await readFile(path.join(dist, 'index.html'), 'utf8')
  const script = /<script type="module">([^]*)<\/script>/.exec(html)![1]
  await writeFile(path.join(dist, 'app.js'), script.replace('await register()', 'await register({ swarm: true })'))
  await writeFile(
    path.join(dist, 'index.html'),
    html.replace(/<script type="module">[^]*<\/script>/, '<script type="module" src="/app.js"></script>')
  )
  const served = await servedFolder(dist, {
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self' https: wss:; require-trusted-types-for 'script'; trusted-types swipfs",
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp'
  })
  const errors = failures(page)

  try {
    await page.goto(served.origin)
    await expect(page.locator('#state')).toHaveText('Ready')
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
    await page.getByRole('button', { name: 'Add' }).click()
    await expect(page.locator('#content')).toHaveText('hello')
    expect(await page.evaluate(async () => (await fetch('/api/v0/swarm/peers', { method: 'POST' })).status)).toBe(200)
    expect(errors).toEqual([])
  } finally {
    await served.stop()
  }
})

test('a worker generated by another tool imports the ready-made one, which answers only its own requests', async ({ page, serve, plainHtml }) => {
  const dist = await mkdtemp(path.join(temporary, 'generated-'))
  await cp(path.join(plainHtml, 'dist'), dist, { recursive: true })
  await writeFile(
    path.join(dist, 'service-worker.js'),
    `importScripts('/sw.js')
const seen = []
self.addEventListener('fetch', (event) => {
  // The browser asks for an icon; the library asks for the script if the worker takes long to answer.
  if (!/[/](?:favicon[.]ico|service-worker[.]js)$/.test(event.request.url)) seen.push(new URL(event.request.url).pathname)
  event.respondWith(event.request.url.endsWith('/seen') ? new Response(JSON.stringify(seen)) : fetch(event.request))
})`
  )
  await edit(path.join(dist, 'index.html'), 'await register()', "await register({ script: '/service-worker.js' })")
  const { origin } = await serve(dist)
  await page.goto(origin)
  await expect(page.locator('#state')).toHaveText('Ready')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.locator('#content')).toHaveText('hello')
  expect(await readText(page, '/mine')).toBe('not found')
  expect(await readText(page, '/seen')).toBe('["/mine","/seen"]')
})

test('an app in a folder of a host without extra headers has a worker for that folder', async ({ page, serve, plainHtml }) => {
  const root = await mkdtemp(path.join(temporary, 'folder-'))
  const app = path.join(root, 'app')
  await cp(path.join(plainHtml, 'dist'), app, { recursive: true })
  const html = await readFile(path.join(app, 'index.html'), 'utf8')
  // Registers twice, like an effect that runs twice.
  const registers =
    "const options = { script: '/app/sw.js', scope: '/app/' }\n    await Promise.all([register(options), register(options)])"
  await writeFile(
    path.join(app, 'index.html'),
    html.replace('/swipfs/client.js', './swipfs/client.js').replace('await register()', registers)
  )
  await writeFile(
    path.join(app, 'sw.js'),
    `self.swipfs = { precache: ['/app/', '/app/swipfs/client.js'], version: '2' }\n${await readFile(
      path.join(app, 'sw.js'),
      'utf8'
    )}`
  )
  const errors = failures(page)
  const { origin } = await serve(root)
  await page.addInitScript(() => {
    const { addEventListener } = ServiceWorkerRegistration.prototype
    ServiceWorkerRegistration.prototype.addEventListener = function (
      this: ServiceWorkerRegistration,
      ...args: Parameters<typeof addEventListener>
    ) {
      document.documentElement.dataset.listens = String(Number(document.documentElement.dataset.listens ?? 0) + 1)
      addEventListener.apply(this, args)
    }
  })
  await page.goto(`${origin}/app/`)
  await expect(page.locator('#state')).toHaveText('Ready')
  await expect(page.locator('html')).toHaveAttribute('data-listens', '1')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.locator('#content')).toHaveText('hello')
  expect(
    await page.evaluate(
      async () => [
        new URL((await navigator.serviceWorker.ready).scope).pathname,
        ...(await caches.keys()).filter((name) => name.startsWith('swipfs-shell'))
      ]
    )
  ).toEqual(['/app/', 'swipfs-shell:/app/:2'])
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

for (const [name, start] of Object.entries(STATIC_HOSTS)) {
  test(`installs a multi-page app on ${name}`, async ({ page, trainSite }) => {
    const dist = await mkdtemp(path.join(temporary, 'hosted-'))
    await cp(path.join(trainSite, 'dist'), dist, { recursive: true })
    const host = await start(dist)

    try {
      await page.goto(host.origin)
      await expect(page.locator('#state')).toHaveText('Ready')
    } finally {
      await host.stop()
    }

    for (
      const [path, heading] of [
        ['/plain.html', 'Plain'],
        ['/plain', 'Plain'],
        ['/plain?utm_source=mail', 'Plain'],
        ['/404.html', 'Lost'],
        ['/about/', 'About'],
        ['/rooms/5?x=1', 'A site for trains']
      ]
    ) {
      await page.goto(host.origin + path)
      await expect(page.getByRole('heading')).toHaveText(heading)
    }
  })
}

test('seeks in a cached video, and leaves a large one to the host', async ({ page, serve, trainSite }) => {
  const folder = trainSite
  const list = await readFile(path.join(folder, 'dist', 'sw.js'), 'utf8')
  expect(list.split('\n')[0]).toContain('/film.webm')
  expect(list.split('\n')[0]).not.toContain('/long.webm')
  const { origin, stop } = await serve(path.join(folder, 'dist'))
  await page.goto(origin)
  await expect(page.locator('#state')).toHaveText('Ready')
  await stop()
  expect(
    await page.evaluate(async () => {
      const video = document.createElement('video')
      video.preload = 'auto'
      video.muted = true
      video.src = '/film.webm'
      await new Promise((resolve, reject) => {
        video.onloadeddata = resolve
        video.onerror = () => {
          reject(video.error)
        }
      })
      return video.seekable.length === 1 && video.seekable.end(0) > 0
    })
  ).toBe(true)
})

test('a host with a stale cache keeps the previous version, and the new one is installed later', async ({ page, serve, offlineSite }) => {
  const folder = offlineSite
  const dist = await mkdtemp(path.join(temporary, 'behind-'))
  await cp(path.join(folder, 'dist'), dist, { recursive: true })
  const { origin } = await serve(dist)
  await page.goto(origin)
  await expect(page.locator('#state')).toHaveText('Ready')
  const version = async (): Promise<string[]> =>
    await page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('swipfs-shell-')))
  const [old] = await version()

  // The next version except its page: the old page references removed scripts.
  const next = await mkdtemp(path.join(temporary, 'next-'))
  await cp(folder, next, { recursive: true })
  await edit(path.join(next, 'main.js'), "textContent = 'Ready'", "textContent = 'Ready again'")
  await npm(next, 'run', 'build')
  const page0 = await readFile(path.join(dist, 'index.html'))
  await rm(dist, { recursive: true })
  await cp(path.join(next, 'dist'), dist, { recursive: true })
  await writeFile(path.join(dist, 'index.html'), page0)

  expect(
    await page.evaluate(async () => {
      const registration = (await navigator.serviceWorker.getRegistration())!
      const ended = new Promise<string>((resolve) => {
        registration.addEventListener('updatefound', () => {
          const worker = registration.installing!
          worker.addEventListener('statechange', () => {
            resolve(worker.state)
          })
        })
      })
      await registration.update().catch(() => {})
      return await ended
    })
  ).toBe('redundant')
  expect(await version()).toEqual([old])
  await page.reload()
  await expect(page.locator('#state')).toHaveText('Ready')

  await cp(path.join(next, 'dist', 'index.html'), path.join(dist, 'index.html'))
  await page.reload()
  await expect(page.locator('#state')).toHaveText('Ready again')
  expect(await version()).not.toContain(old)
})

test('its types check in a strict app with every module resolution', async ({ heliaApp }) => {
  const folder = heliaApp
  await writeFile(
    path.join(folder, 'app.ts'),
    `
import { add, ready, register } from 'swipfs'
import { helia } from 'swipfs/helia'
import { create } from 'swipfs/kubo'
import { createNode, handleRpc, MemoryBlockstore, openDatastore, root } from 'swipfs/node'
import type { WorkerSettings } from 'swipfs/sw'
import type {} from 'swipfs/sw/swarm'
import { swipfs as plugin } from 'swipfs/vite'
import { swipfs } from 'swipfs/worker'
import { swarm } from 'swipfs/worker/swarm'

const node = swipfs({ swarm })
const app: string = (await add([{ path: 'a', content: new Blob([]) }])).cid
export const settings: WorkerSettings = { precache: ['/'] }
export { app, create, handleRpc, helia, node, plugin, ready, register, root }
export const inNode = await createNode({ openBlockstore: async () => new MemoryBlockstore(), datastore: await openDatastore('x') })
`
  )
  await npm(
    folder,
    'install',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '@types/node@20',
    'kubo-rpc-client@7'
  )

  for (const [module, moduleResolution] of [['ESNext', 'bundler'], ['Node16', 'node16'], ['NodeNext', 'nodenext']]) {
    await writeFile(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'ES2023',
          module,
          moduleResolution,
          lib: ['ES2024', 'ESNext.Disposable', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
          types: ['node'],
          strict: true,
          skipLibCheck: false,
          noEmit: true
        },
        include: ['app.ts']
      })
    )
    await typeCheck(folder, { by: module === 'ESNext' ? 'theirs' : 'ours' })
  }
})

test('its types check in a worker and in Node', async ({ heliaApp }) => {
  const folder = heliaApp
  await npm(folder, 'install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '@types/node@20')
  await writeFile(
    path.join(folder, 'worker.ts'),
    `
import { swipfs } from 'swipfs/worker'
import { swarm } from 'swipfs/worker/swarm'

declare const self: ServiceWorkerGlobalScope
const node = swipfs({ swarm })

self.addEventListener('fetch', (event) => {
  if (node.handles(event)) {
    event.respondWith(node.respond(event))
    event.stopImmediatePropagation()
  }
})
`
  )
  await writeFile(
    path.join(folder, 'node.ts'),
    `
import { add, cat, createNode, MemoryBlockstore, openDatastore } from 'swipfs/node'
import { swipfs } from 'swipfs/vite'

const node = await createNode({ openBlockstore: async () => new MemoryBlockstore(), datastore: await openDatastore('my-node') })
const [cid] = await add(node, [{ path: 'hi.txt', kind: 'file', content: new Blob(['hi']).stream() }])
for await (const chunk of cat(node, cid)) process.stdout.write(chunk)
export default { plugins: [swipfs()] }
`
  )

  for (const [file, lib, types] of [['worker.ts', ['ES2023', 'WebWorker'], []], ['node.ts', ['ES2023'], ['node']]]) {
    await writeFile(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'ES2023',
          module: 'NodeNext',
          moduleResolution: 'nodenext',
          lib,
          types,
          strict: true,
          skipLibCheck: false,
          noEmit: true
        },
        include: [file]
      })
    )
    await typeCheck(folder)
  }
})

test('exports every type that its declarations mention', async ({ heliaApp }) => {
  const folder = heliaApp
  await writeFile(
    path.join(folder, 'names.ts'),
    `
import type { BlockstoreKind, ReadyOptions, RepairsAnswer, RestoreKeysOptions, WorkersUnavailableReason } from 'swipfs'
import type { ClosableDatastore, Command, DirectoryEntry, Gateway, GatewayOptions, ImportEntry, ListedPin, OpenBlockstoreOptions, RpcOptions } from 'swipfs/node'
import type { ExtendableEvent, WorkerFetchEvent } from 'swipfs/worker'
import type { Helia } from '@helia/interface'
import { helia } from 'swipfs/helia'

export const shared: Helia = helia()
export type All = [BlockstoreKind, ReadyOptions, RepairsAnswer, RestoreKeysOptions, WorkersUnavailableReason, ClosableDatastore, Command, DirectoryEntry, Gateway, GatewayOptions, ImportEntry, ListedPin, OpenBlockstoreOptions, RpcOptions, ExtendableEvent, WorkerFetchEvent]
`
  )
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'ES2023',
        module: 'NodeNext',
        moduleResolution: 'nodenext',
        lib: ['ES2024', 'DOM', 'DOM.Iterable'],
        types: [],
        strict: true,
        skipLibCheck: true,
        noEmit: true
      },
      include: ['names.ts']
    })
  )
  await typeCheck(folder)
})

test('a server that renders the page can import the library, learns that there is no worker, and exits', async ({ plainHtml }) => {
  const folder = await mkdtemp(path.join(temporary, 'server-'))
  await cp(plainHtml, folder, { recursive: true })
  await npm(
    folder,
    'install',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    'kubo-rpc-client@7',
    '@helia/interface@7'
  )
  await writeFile(
    path.join(folder, 'server.mjs'),
    `
import { register } from 'swipfs'
import { helia } from 'swipfs/helia'
import { create } from 'swipfs/kubo'
import { swipfs } from 'swipfs/worker'
import { swarm } from 'swipfs/worker/swarm'

// as modules of a page do when they are loaded
const clients = [helia(), create()]
process.stdout.write([clients.length, typeof helia, typeof create, typeof swipfs, typeof swarm, await register().catch(({ name }) => name)].join())
`
  )
  expect(await npm(folder, 'exec', '--', 'node', 'server.mjs')).toContain(
    '2,function,function,function,object,WorkersUnavailableError'
  )
})

test('its modules are readable in stack traces without source maps', async ({ plainHtml }) => {
  const lib = path.join(plainHtml, 'node_modules', 'swipfs', 'lib')
  const files = await readdir(lib, { recursive: true })
  expect(files).toEqual(
    expect.arrayContaining(['client.js', 'node.js', path.join('sw', 'sw.js'), path.join('sw', 'swarm.js')])
  )
  expect(files.filter((name) => name.endsWith('.map'))).toEqual([])

  for (const name of files.filter((name) => name.endsWith('.js'))) {
    expect(await readFile(path.join(lib, name), 'utf8')).not.toContain('//# sourceMappingURL=')
  }
  expect(await readFile(path.join(lib, 'node.js'), 'utf8')).toMatch(/^async function createNode\(/m)
})

test('the tarball is smaller than 2.5 MB', async () => {
  expect((await stat(await oncePerRun('tarball', packed))).size).toBeLessThan(2_500_000)
})

test('handlers and node run in Node', async ({ plainHtml }) => {
  const folder = plainHtml
  await writeFile(
    path.join(folder, 'node.mjs'),
    `
import { add, cat, createNode, handleRpc, MemoryBlockstore, openDatastore, root } from 'swipfs/node'

const node = await createNode({ openBlockstore: async () => new MemoryBlockstore(), datastore: await openDatastore('x') })
const [cid] = await add(node, [{ path: 'hi.txt', kind: 'file', content: new Blob(['hi']).stream() }])
for await (const chunk of cat(node, cid)) process.stdout.write(chunk)
const response = await handleRpc(new Request('http://x/api/v0/version', { method: 'POST' }), { root, node: async () => node })
process.stdout.write(await response.text())
await node.stop()
`
  )
  const said = await npm(folder, 'exec', '--', 'node', 'node.mjs')
  expect(said).toContain('hi{"Version":"0.40.0"')
})
