import { test } from '../fixtures/page/quiet.ts'
import { addSite, fetched, ICON, siteOrigin } from '../fixtures/site/own-site.ts'
import { expect, rpc } from '../fixtures/site/site.ts'

test('isolates two sites and the home from each other', async ({ app, context, site, quiet }) => {
  quiet.allow(/CORS policy|Failed to load resource|frame-ancestors|Framing|Refused|403/)
  const html = `<!doctype html>${ICON}<title>site</title><script>1</script>`
  const [one, two] = [
    await addSite(app, { 'index.html': html, a: '1' }),
    await addSite(app, { 'index.html': html, a: '2' })
  ]
  const page = await context.newPage()
  const other = await context.newPage()
  await page.goto(siteOrigin(site, one))
  await expect(page).toHaveTitle('site')
  await other.goto(siteOrigin(site, two))
  await expect(other).toHaveTitle('site')

  await page.evaluate(() => {
    localStorage.setItem('secret', 'of one')
    indexedDB.open('secret')
  })
  expect(
    await other.evaluate(async () => [
      localStorage.getItem('secret'),
      (await indexedDB.databases()).map(({ name }) => name)
    ])
  ).toEqual([null, ['swipfs-site']])
  expect(await app.evaluate(() => localStorage.getItem('secret'))).toBeNull()

  // Requests of a site bypass the worker of the home, with credentials and without.
  for (const mode of ['cors', 'no-cors'] as const) {
    for (const path of ['/api/v0/id', '/api/v0/config/show', `/ipfs/${two}/a`]) {
      expect(['TypeError', '0 ']).toContain(
        await fetched(page, site.origin + path, {
          method: path.startsWith('/api') ? 'POST' : 'GET',
          mode,
          credentials: 'include'
        })
      )
    }
  }

  expect(await fetched(page, `${siteOrigin(site, two)}/a`, { credentials: 'include' })).toBe('TypeError')
  // The RPC is not available on a site.
  expect(await fetched(page, '/api/v0/id', { method: 'POST' })).toMatch(/^405 /)
  expect(await fetched(page, '/api/v0/id')).toMatch(/^404 /)
  // Other contents are not available either, in any path notation.
  expect(await fetched(page, `/ipfs/${two}/a`)).toMatch(/^404 /)
  expect(await fetched(page, `/..%2f..%2fipfs%2f${two}%2fa`)).toMatch(/^404 /)
})

test('a site can frame neither the app nor the API', async ({ app, context, site, quiet }) => {
  quiet.allow(/frame-ancestors|Framing|Failed to load resource|403/)
  const cid = await addSite(app, {
    'index.html':
      `<!doctype html>${ICON}<title>hostile</title><iframe id="app" src="${site.origin}/"></iframe><iframe ` +
      `id="api" src="${site.origin}/api/v0/id"></iframe><script>1</script>`
  })
  const page = await context.newPage()
  const refused: string[] = []
  const api: number[] = []
  page.on('console', (message) => {
    if (/frame-ancestors/.test(message.text())) {
      refused.push(message.text())
    }
  })
  page.on('response', (response) => {
    if (response.url() === `${site.origin}/api/v0/id`) {
      api.push(response.status())
    }
  })
  await page.goto(siteOrigin(site, cid))
  await expect(page).toHaveTitle('hostile')
  await expect.poll(() => refused.length).toBeGreaterThan(0)
  await expect.poll(() => api).toEqual([403])
  expect((await rpc(app, 'version')).status).toBe(200)
})

/** Requests a port through the home's frame by hand, like a hostile site. */
const PORT = `
  window.getPort = (home) => new Promise((resolve, reject) => {
    const frame = document.createElement('iframe')
    setTimeout(() => reject(new Error('no answer')), 3000)
    addEventListener('message', ({ data, ports, source }) => {
      if (source !== frame.contentWindow) return
      if (data.type === 'swipfs-port') resolve(ports[0])
      if (data.type === 'swipfs-no-port') reject(new Error(data.reason))
      if (data.type === 'swipfs-frame') source.postMessage({ type: 'swipfs-port-wanted' }, home)
    })
    frame.src = home + '/home-frame.html'
    document.body.append(frame)
  })
  window.ask = (port, ...messages) => new Promise((resolve) => {
    const heard = []
    port.onmessage = ({ data }) => { if (data.type !== 'pong') heard.push(data.error?.name ?? data.type) }
    messages.forEach((message) => port.postMessage(message))
    setTimeout(() => resolve(heard), 700)
  })`

test('limits a hostile site to bounded reads through its port', async ({ app, context, site }) => {
  const cid = await addSite(app, {
    'index.html': `<!doctype html>${ICON}<title>hostile</title><body><script>${PORT}</script>`
  })
  const settings = async (): Promise<string> => (await rpc(app, 'config/show')).text
  const before = await settings()
  const page = await context.newPage()
  await page.goto(siteOrigin(site, cid))
  await expect(page).toHaveTitle('hostile')

  type Tools = {
    getPort: (home: string) => Promise<MessagePort>
    ask: (port: MessagePort, ...messages: unknown[]) => Promise<string[]>
  }
  const heard = await page.evaluate(async ([home, cid]) => {
    const { getPort, ask } = window as unknown as Tools
    const call = (id: number, method: string, input: unknown = cid) => ({
      type: 'call',
      id,
      method,
      input,
      credit: 1e6
    })
    const port = await getPort(home)
    const read = await ask(port, call(1, 'bytes'))
    const writes = await ask(
      port,
      ...['put', 'remove', 'set', 'config', 'publish', 'keys', 'constructor', '__proto__', 'toString'].map((
        method,
        i
      ) => call(10 + i, method))
    )
    const names = await ask(
      port,
      call(30, 'resolveName', { path: '/ipns/example.org', offline: false, once: false }),
      call(31, 'nameRecord', { name: new Uint8Array(4), offline: false })
    )
    const malformed = await ask(
      port,
      call(40, 'bytes', { toString: 1 }),
      call(41, 'bytesMany', 'x'),
      call(42, 'sizes', new Array(70_000).fill(cid)),
      call(43, 'want', null)
    )
    const many = await ask(
      port,
      ...Array.from(
        { length: 400 },
        (_, i) =>
          call(1000 + i, 'want', { cid: 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy', session: i })
      )
    )
    const flooded = await getPort(home)
    let flood: string[] = []
    // A slow machine may receive fewer messages per second than the limit. Each time all answers are awaited, so that
    // the node has no backlog afterwards.
    for (let i = 0; i < 20 && flood.length === 0; i++) {
      flood = await new Promise((resolve) => {
        let left = 30_000
        flooded.onmessage = ({ data }) => {
          if (data.type !== 'pong') {
            resolve([data.type])
          } else if (--left === 0) {
            resolve([])
          }
        }
        for (let n = left; n > 0; n--) {
          flooded.postMessage({ type: 'ping' })
        }
      })
    }
    const outOfOrder = await ask(await getPort(home), {
      type: 'call',
      id: 1,
      method: 'bytes',
      input: cid,
      credit: Infinity
    })
    return {
      read,
      writes,
      names,
      malformed,
      refused: many.filter((name) => name === 'TooManyCallsError').length,
      flood,
      outOfOrder
    }
  }, [site.origin, cid])

  expect(heard.read).toEqual(['value', 'end'])
  expect(heard.writes).toEqual(Array(9).fill('UnknownCallError'))
  expect(heard.names).toHaveLength(2)
  expect(heard.names).not.toContain('value')
  expect(heard.malformed).toHaveLength(4)
  expect(heard.malformed).not.toContain('value')
  expect(heard.flood).toEqual(['bye'])
  expect(heard.outOfOrder).toEqual(['bye'])
  expect(await settings()).toBe(before)

  // Excessive port requests are rejected for a while; the node keeps working.
  const refused = await page.evaluate(async (home) => {
    const { getPort } = window as unknown as Tools
    for (let i = 0; i < 40; i++) {
      try {
        await getPort(home)
      } catch (err) {
        return (err as Error).message
      }
    }
    return 'never'
  }, site.origin)
  expect(refused).toContain('too often')
  expect((await rpc(app, 'version')).status).toBe(200)
})

for (const host of ['evil.localhost', 'evil.node.localhost', 'notacid.ipfs.node.localhost']) {
  test(`the frame of the home refuses ${host}`, async ({ app, context, site, quiet }) => {
    quiet.allow(/frame-ancestors|Framing|target origin/)
    const page = await context.newPage()
    await page.route(`http://${host}:${site.port}/evil`, async (route) => {
      await route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html>${ICON}<title>evil</title><body><script>${PORT}</script>`
      })
    })
    await page.goto(`http://${host}:${site.port}/evil`)
    await expect(page).toHaveTitle('evil')
    expect(
      await page.evaluate(
        async (home) =>
          await (window as unknown as { getPort: (home: string) => Promise<MessagePort> }).getPort(home).then(
            () => 'a port',
            (err: Error) => err.message
          ),
        site.origin
      )
    ).toMatch(/no answer|not a site of this node/)
    expect((await rpc(app, 'version')).status).toBe(200)
  })
}

test('content cannot replace the worker of the site', async ({ app, context, site, quiet }) => {
  quiet.allow(/403|Failed to load resource|bad HTTP response/)
  const cid = await addSite(app, {
    'index.html': `<!doctype html>${ICON}<title>hostile</title><script>1</script>`,
    'sw.js': 'self.evil = true',
    'deep/worker.js': 'self.evil = true',
    'assets/w.js': 'self.evil = true'
  })
  const page = await context.newPage()
  await page.goto(siteOrigin(site, cid))
  await expect(page).toHaveTitle('hostile')

  const tried = await page.evaluate(async () => {
    const results: string[] = []
    for (const script of ['/deep/worker.js', '/assets/w.js', '/.well-known/swipfs/link.js', '/index.html', '/sw.js']) {
      results.push(
        await navigator.serviceWorker.register(script, script === '/sw.js' ? { scope: '/deep/' } : {}).then(
          ({ scope }) => new URL(scope).pathname,
          (err: Error) => err.name
        )
      )
    }
    return [...results, await (await fetch('/sw.js')).text()]
  })

  // The worker's own script may be registered again: it has not changed, and gives equal answers.
  expect(tried).toEqual(
    ['SecurityError', 'SecurityError', 'SecurityError', 'SecurityError', '/deep/', 'self.evil = true'].map((name, i) =>
      i < 4 ? expect.stringMatching(/SecurityError|TypeError/) : name
    )
  )
  await page.goto(`${siteOrigin(site, cid)}/deep/worker.js`)
  await expect(page.locator('body')).toHaveText('self.evil = true')
})

test('a cookie of a site cannot fake an uninterrupted browser session', async ({ app, context, site }) => {
  const cid = await addSite(app, {
    'index.html': `<!doctype html>${ICON}<title>hostile</title><script>document.cookie = '__Host-swipfs-browser=1; ` +
      `Domain=node.localhost; Path=/; Secure'; document.cookie = 'tossed=1; Domain=node.localhost; Path=/'</script>`
  })
  const page = await context.newPage()
  await page.goto(siteOrigin(site, cid))
  await expect(page).toHaveTitle('hostile')
  const cookies = (await context.cookies(site.origin)).map(({ name, domain }) => `${name} of ${domain}`)
  // Positive control: a plain cookie is set.
  expect(cookies.sort()).toEqual(['__Host-swipfs-browser of node.localhost', 'tossed of .node.localhost'])
})
