import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { edit, expect, failures, readText, storesText, test } from '../fixtures/build/examples.ts'
import { servedFolder } from '../fixtures/site/served-folder.ts'

// The tests share the folder of the plain example, which one process prepares.
test.describe.configure({ mode: 'default' })

test('reports why a worker cannot be installed', async ({ page, serve, plainHtml, copyOf }) => {
  const kept = "self.swipfs = { precache: ['/', '/forgotten.css'] }"
  const amiss: Array<[settings: string, missing: string | undefined, words: RegExp]> = [
    [kept, undefined, /installation failed: \/forgotten\.css.*HTTP 404/],
    ["self.swipfs = { precache: '/' }", undefined, /installation failed: swipfs\.precache must be a list/],
    ['', 'swarm.js', /installation failed: .*swarm\.js/]
  ]

  for (const [settings, missing, words] of amiss) {
    const dist = await copyOf(path.join(plainHtml, 'dist'))
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

test('reports a page without a worker, and a worker without a node', async ({ page, serve, plainHtml, copyOf }) => {
  const dist = await copyOf(path.join(plainHtml, 'dist'))
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
        `the service worker that controls this page has no node (${origin}/other.js): register the worker of ` +
        'the node for this page, or unregister this one if its scope is nearer to the page'
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
      "self.addEventListener('fetch', (event) => { if (event.request.mode === 'navigate') " +
      'event.respondWith(fetch(event.request)) })'
    ],
    ['at another address', '/service-worker.js', '']
  ]
) {
  test(
    `an app that had another service worker ${name} gets its node without a prompt`,
    async ({ page, serve, plainHtml, copyOf }) => {
      const dist = await copyOf(path.join(plainHtml, 'dist'))
      const [html, sw] = await Promise.all(
        ['index.html', 'sw.js'].map(async (file) => await readFile(path.join(dist, file), 'utf8'))
      )
      await writeFile(
        path.join(dist, script),
        `self.addEventListener('install', () => { self.skipWaiting() })\nself.addEventListener('activate', ` +
          `(event) => { event.waitUntil(self.clients.claim()) })\n${other}`
      )
      await writeFile(
        path.join(dist, 'index.html'),
        `<!doctype html><p id="state"></p><script>navigator.serviceWorker.register('${script}'); ` +
          `navigator.serviceWorker.addEventListener('controllerchange', () => { ` +
          `document.getElementById('state').textContent = 'Before' })</script>`
      )
      const { origin } = await serve(dist)
      await page.goto(origin)
      await expect(page.locator('#state')).toHaveText('Before')

      await writeFile(path.join(dist, 'index.html'), html)
      await writeFile(path.join(dist, 'sw.js'), sw)
      await page.reload()
      await expect(page.locator('#state')).toHaveText('Ready')
      expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(`${origin}/sw.js`)
      await storesText(page)
    }
  )
}

test('tells a framed page of the same origin why the node refuses it', async ({ page, serve, plainHtml, copyOf }) => {
  const dist = await copyOf(path.join(plainHtml, 'dist'))
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

test('a worker of a page waits for the node and calls it', async ({ page, serve, plainHtml, copyOf }) => {
  const dist = await copyOf(path.join(plainHtml, 'dist'))
  await writeFile(
    path.join(dist, 'aside.js'),
    "import { ready, rpc } from '/swipfs/client.js'\nready().then(async () => { postMessage((await " +
      "rpc('version')).Version) }).catch((err) => { postMessage(String(err)) })"
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

test(
  'two apps of one origin share the repo without waiting for each other',
  async ({ page, context, serve, plainHtml, temporary }) => {
    const dist = path.join(plainHtml, 'dist')
    const html = await readFile(path.join(dist, 'index.html'), 'utf8')

    for (const name of ['a', 'b']) {
      await cp(dist, path.join(temporary, name), { recursive: true })
      await writeFile(
        path.join(temporary, name, 'index.html'),
        html.replace('/swipfs/client.js', './swipfs/client.js').replace(
          'await register()',
          `await register({ script: '/${name}/sw.js', scope: '/${name}/' })`
        )
      )
    }

    const { origin } = await serve(temporary)
    const other = await context.newPage()
    const tabs = [[page, 'a'], [other, 'b'], [page, 'a']] as const

    // With a debugger attached, the browser stops no worker, so a worker that holds the repo never releases it.
    for (const [tab, name] of tabs) {
      if (!tab.url().startsWith(origin)) {
        await tab.goto(`${origin}/${name}/`)
      }
      await expect(tab.locator('#state')).toHaveText('Ready')
      await storesText(tab)
      expect(await tab.evaluate(async () => (await fetch('/api/v0/pin/ls', { method: 'POST' })).status)).toBe(200)
    }
  }
)

test(
  'an app that enforces Trusted Types and forbids foreign scripts has a node with peers',
  async ({ page, plainHtml, copyOf }) => {
    const dist = await copyOf(path.join(plainHtml, 'dist'))
    const html = await readFile(path.join(dist, 'index.html'), 'utf8')
    const script = /<script type="module">([^]*)<\/script>/.exec(html)![1]
    await writeFile(path.join(dist, 'app.js'), script.replace('await register()', 'await register({ swarm: true })'))
    await writeFile(
      path.join(dist, 'index.html'),
      html.replace(/<script type="module">[^]*<\/script>/, '<script type="module" src="/app.js"></script>')
    )
    const served = await servedFolder(dist, {
      'Content-Security-Policy':
        "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self' https: wss:; " +
        "require-trusted-types-for 'script'; trusted-types swipfs",
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp'
    })
    const errors = failures(page)

    try {
      await page.goto(served.origin)
      await expect(page.locator('#state')).toHaveText('Ready')
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
      await storesText(page)
      expect(await page.evaluate(async () => (await fetch('/api/v0/swarm/peers', { method: 'POST' })).status)).toBe(200)
      expect(errors).toEqual([])
    } finally {
      await served.stop()
    }
  }
)

test(
  'a worker generated by another tool imports the ready-made one, which answers only its own requests',
  async ({ page, serve, plainHtml, copyOf }) => {
    const dist = await copyOf(path.join(plainHtml, 'dist'))
    await writeFile(
      path.join(dist, 'service-worker.js'),
      `importScripts('/sw.js')
const seen = []
self.addEventListener('fetch', (event) => {
  // The browser asks for an icon; the library asks for the script if the worker takes long to answer.
  const { pathname } = new URL(event.request.url)
  if (!/[/](?:favicon[.]ico|service-worker[.]js)$/.test(pathname)) seen.push(pathname)
  event.respondWith(event.request.url.endsWith('/seen') ? new Response(JSON.stringify(seen)) : fetch(event.request))
})`
    )
    await edit(path.join(dist, 'index.html'), 'await register()', "await register({ script: '/service-worker.js' })")
    const { origin } = await serve(dist)
    await page.goto(origin)
    await expect(page.locator('#state')).toHaveText('Ready')
    await storesText(page)
    expect(await readText(page, '/mine')).toBe('not found')
    expect(await readText(page, '/seen')).toBe('["/mine","/seen"]')
  }
)

test(
  'an app in a folder of a host without extra headers has a worker for that folder',
  async ({ page, serve, plainHtml, temporary }) => {
    const app = path.join(temporary, 'app')
    await cp(path.join(plainHtml, 'dist'), app, { recursive: true })
    const html = await readFile(path.join(app, 'index.html'), 'utf8')
    // Registers twice, like an effect that runs twice.
    const registers =
      "const options = { script: '/app/sw.js', scope: '/app/' }\n    await Promise.all([register(options), " +
      'register(options)])'
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
    const { origin } = await serve(temporary)
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
    await storesText(page)
    expect(
      await page.evaluate(
        async () => [
          new URL((await navigator.serviceWorker.ready).scope).pathname,
          ...(await caches.keys()).filter((name) => name.startsWith('swipfs-shell'))
        ]
      )
    ).toEqual(['/app/', 'swipfs-shell:/app/:2'])
    expect(errors).toEqual([])
  }
)
