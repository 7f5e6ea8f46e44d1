import type { Worker } from 'playwright'
import { test as keptTest } from './fixtures/kept-browser.ts'
import { addSite, APP, appRuns, fetched, ICON, siteOrigin } from './fixtures/own-site.ts'
import { test } from './fixtures/quiet.ts'
import { expect, killWorkers, openApp, rpc } from './fixtures/site.ts'
import { stopHome } from './fixtures/stop-home.ts'

test('redirects an app to its own origin, where modules, files, routes and the 404 page work', async ({ app, context, site, quiet }) => {
  const cid = await addSite(app, APP)
  const origin = siteOrigin(site, cid)
  const page = await context.newPage()
  await page.goto(`${site.origin}/ipfs/${cid}/?q=1#part`)
  await appRuns(page)
  expect(page.url()).toBe(`${origin}/?q=1#part`)

  // The document shows no trace of how it was loaded.
  expect(await page.evaluate(() => (window as unknown as { first?: string }).first)).toBe('LINK')
  expect(await page.evaluate(() => document.compatMode)).toBe('CSS1Compat')
  expect(await page.evaluate(() => [document.querySelectorAll('iframe').length, sessionStorage.length])).toEqual([0, 0])

  await page.goto(`${origin}/app/some/route`)
  await appRuns(page)
  await expect(page.locator('#route')).toHaveText('/app/some/route')
  await page.goto(`${origin}/old`)
  expect(page.url()).toBe(`${origin}/data/x.json`)

  // A fetch gets the original bytes with the headers of a gateway.
  await page.goto(origin)
  const answer = await page.evaluate(async () => {
    const whole = await fetch('/')
    const part = await fetch('/late.txt', { headers: { Range: 'bytes=6-8' } })
    const again = await fetch('/late.txt', {
      headers: { 'If-None-Match': (await fetch('/late.txt')).headers.get('etag') ?? '' },
      cache: 'no-store'
    })
    return {
      text: await whole.text(),
      length: whole.headers.get('content-length'),
      etag: whole.headers.get('etag'),
      part: [part.status, await part.text()],
      again: again.status
    }
  })
  expect(answer).toEqual({
    text: APP['index.html'],
    length: String(Buffer.byteLength(APP['index.html'])),
    etag: expect.stringMatching(/^"bafy/),
    part: [206, 'for'],
    again: 304
  })

  quiet.allow(/404/)
  await page.goto(`${origin}/nowhere`)
  await expect(page.getByText('nothing of this name', { exact: true })).toBeVisible()
})

test('shows visited pages and unvisited routes without node, network and home', async ({ app, context, site, quiet }) => {
  const cid = await addSite(app, APP)
  const page = await context.newPage()
  await page.goto(siteOrigin(site, cid))
  await appRuns(page)

  await app.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations()) {
      await registration.unregister()
    }
  })
  await app.close()
  await site.stop()
  await killWorkers(context, page)

  await page.reload()
  await appRuns(page)
  await page.goto(`${siteOrigin(site, cid)}/app/another/route`)
  await appRuns(page)

  // Missing content gets a clear error, and everything else works.
  quiet.allow(/504|503|ERR_CONNECTION_REFUSED|favicon/) // A text of the site has no icon.
  expect(await fetched(page, '/late.txt')).toMatch(
    /^504 .*: this is not kept here, and the node at http:\/\/node\.localhost:\d+ cannot be reached: /
  )
  await page.goto(`${siteOrigin(site, cid)}/late.txt`)
  await expect(page.getByRole('alert')).toContainText('This site cannot be opened now')
  await expect(page.getByRole('alert')).toContainText(`http://node.localhost:${site.port}`)
  await page.goto(siteOrigin(site, cid))
  await appRuns(page)

  // It loads once the home is back.
  await page.goto(`${siteOrigin(site, cid)}/late.txt`)
  await site.start()
  await openApp(await context.newPage(), site)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('body')).toHaveText('asked for late')
})

keptTest(
  'a site that was visited opens by its path in a restarted browser without the host, also if its content is not in the node',
  async ({ kept, site }) => {
    const [one, direct, never] = ['one', 'direct', 'never'].map((name) => ({ ...APP, 'name.txt': name }))
    await kept.launch()
    const app = await kept.newPage()
    await openApp(app, site)
    const cids = { one: await addSite(app, one), direct: await addSite(app, direct), never: await addSite(app, never) }
    const page = await kept.newPage()

    for (const url of [`${site.origin}/ipfs/${cids.one}/`, siteOrigin(site, cids.direct)]) {
      await page.goto(url)
      await appRuns(page)
    }

    expect((await rpc(app, `pin/rm?arg=${cids.direct}`)).status).toBe(200)
    expect((await rpc(app, 'repo/gc')).status).toBe(200)
    await kept.close()
    await site.stop()
    await kept.launch()
    const later = await kept.newPage()

    for (const cid of [cids.one, cids.direct]) {
      for (const route of ['/', '/app/some/route?a=1']) {
        await later.goto(`${site.origin}/ipfs/${cid}${route}`)
        await appRuns(later)
        expect(later.url()).toBe(siteOrigin(site, cid) + route)
      }
    }

    // A local file that is not a page stays at its path.
    await later.goto(`${site.origin}/ipfs/${cids.one}/name.txt`)
    expect(later.url()).toBe(`${site.origin}/ipfs/${cids.one}/name.txt`)
    await expect(later.locator('body')).toHaveText('one')
    // nothing answers at an origin that was never visited
    await later.goto(`${site.origin}/ipfs/${cids.never}/`)
    await expect(later.getByRole('note')).toContainText('it cannot be reached now')
    expect(later.url()).toBe(`${site.origin}/ipfs/${cids.never}/`)
  }
)

test('recovers from stopped workers of the site and of the home', async ({ app, context, site }) => {
  const cid = await addSite(app, APP)
  const page = await context.newPage()
  await page.goto(siteOrigin(site, cid))
  await appRuns(page)

  for (let round = 0; round < 3; round++) {
    await killWorkers(context, page)
    // The page gets a new port by itself, whether the block is stored or not.
    expect(await fetched(page, `/late.txt?${round}`)).toBe('200 asked for late')
  }

  await killWorkers(context, page)
  await page.reload()
  await appRuns(page)
})

for (const policy of ["default-src 'self'", "default-src 'none'"]) {
  test(`a page with the policy ${policy} pings the home when the worker of the site asks`, async ({ app, context, site }) => {
    const cid = await addSite(app, {
      'index.html':
        `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}; img-src data:"><title>strict</title>${ICON}<p>strict`
    })
    const page = await context.newPage()
    await page.goto(siteOrigin(site, cid))
    await expect(page.locator('p')).toHaveText('strict')
    const workerOf = (origin: string): Worker =>
      context.serviceWorkers().find((worker) => worker.url().startsWith(`${origin}/`))!
    const home = workerOf(site.origin)

    await home.evaluate(() => {
      const scope = globalThis as unknown as EventTarget & { framePings: number }
      scope.framePings = 0
      scope.addEventListener('message', (event) => {
        const { data, source } = event as unknown as { data: { type?: unknown }; source: { url: string } | null }
        if (data.type === 'ping' && source?.url.includes('/home-frame') === true) {
          scope.framePings++
        }
      })
    })
    await workerOf(siteOrigin(site, cid)).evaluate(async () => {
      const { clients } = globalThis as unknown as {
        clients: { matchAll: (options: object) => Promise<Array<{ postMessage: (message: object) => void }>> }
      }
      ;(await clients.matchAll({ type: 'window' })).forEach((client) => {
        client.postMessage({ type: 'ping-wanted' })
      })
    })
    await expect.poll(async () =>
      await home.evaluate(() => (globalThis as unknown as { framePings: number }).framePings)
    )
      .toBeGreaterThan(0)
  })
}

test('reads a large file to its end although the worker of the home is stopped', async ({ app, context, site }) => {
  const big = JSON.parse((await rpc(app, 'add?cid-version=1', { randomBytes: 24 * 1024 * 1024 })).text) as {
    Hash: string
  }
  const cid = await addSite(app, { 'index.html': `<!doctype html>${ICON}<title>big</title><script>1</script>` })
  const { Hash: root } = JSON.parse(
    (await rpc(app, `object/patch/add-link?arg=${cid}&arg=big.bin&arg=${big.Hash}`)).text
  ) as { Hash: string }
  const { Formatted } = JSON.parse((await rpc(app, `cid/format?arg=${root}&v=1&b=base32`)).text) as {
    Formatted: string
  }
  const page = await context.newPage()
  await page.goto(siteOrigin(site, Formatted))
  await expect(page).toHaveTitle('big')

  await page.exposeFunction('stopHome', async () => {
    await stopHome(app, site)
  })
  const bytes = await page.evaluate(async () => {
    const reader = (await fetch('/big.bin')).body!.getReader()
    let length = 0
    let stopped = false
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      length += value!.byteLength
      if (!stopped && length > 6e6) {
        stopped = true
        await (window as unknown as { stopHome: () => Promise<void> }).stopHome()
      }
    }
    return length
  })
  expect(bytes).toBe(24 * 1024 * 1024)
})

test('a first visit to a site also installs the home node', async ({ context, site }) => {
  const app = await context.newPage()
  await openApp(app, site)
  const cid = await addSite(app, APP)
  await app.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations()) {
      await registration.unregister()
    }
  })
  await app.close()

  const page = await context.newPage()
  await page.goto(`${siteOrigin(site, cid)}/app/first`)
  await appRuns(page)
  await expect(page.locator('#route')).toHaveText('/app/first')
})

test('a site under a name shows its current target, and the last one without the home', async ({ app, context, site, quiet }) => {
  const version = async (text: string): Promise<string> =>
    await addSite(app, {
      'index.html':
        `<!doctype html>${ICON}<title>v</title><p id=v>…</p><script>document.getElementById('v').textContent = '${text}'</script>`
    })
  const publish = async (cid: string): Promise<string> =>
    (JSON.parse((await rpc(app, `name/publish?arg=/ipfs/${cid}&allow-offline=true&ipns-base=base36`)).text) as {
      Name: string
    }).Name
  const name = await publish(await version('one'))
  const page = await context.newPage()
  await page.goto(`${site.origin}/ipns/${name}/`)
  expect(page.url()).toBe(`${siteOrigin(site, name, 'ipns')}/`)
  await expect(page.locator('#v')).toHaveText('one')
  await publish(await version('two'))
  await page.reload()
  await expect(page.locator('#v')).toHaveText('two')
  await publish(await version('three'))
  await killWorkers(context, page)
  await page.reload()
  await expect(page.locator('#v')).toHaveText('three')

  await app.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations()) {
      await registration.unregister()
    }
  })
  await app.close()
  await site.stop()
  await killWorkers(context, page)
  quiet.allow(/ERR_CONNECTION_REFUSED/)
  await page.reload()
  await expect(page.locator('#v')).toHaveText('three')
})

test('redirects every page to the origin of its content, and leaves other files at their path', async ({ app, context, site, quiet }) => {
  quiet.allow(/favicon\.ico/) // a text or picture names no icon
  const plain = await addSite(app, {
    'index.html': `<!doctype html>${ICON}<title>plain</title><p>no more than text</p>`,
    'deep/er.html':
      `<!doctype html>${ICON}<title>deep</title><p id=p>…</p><script>document.getElementById("p").textContent = location.pathname + location.search</script>`,
    'a.txt': 'text',
    'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'script.svg':
      '<svg xmlns="http://www.w3.org/2000/svg"><text id="t">…</text><script>document.getElementById("t").textContent = "drawn"</script></svg>'
  })
  const page = await context.newPage()
  await page.goto(`${site.origin}/ipfs/${plain}/`)
  await expect(page).toHaveTitle('plain')
  expect(page.url()).toBe(`${siteOrigin(site, plain)}/`)

  for (const name of ['a.txt', 'a.svg']) {
    await page.goto(`${site.origin}/ipfs/${plain}/${name}`)
    expect(page.url()).toBe(`${site.origin}/ipfs/${plain}/${name}`)
  }

  await page.goto(`${site.origin}/ipfs/${plain}/script.svg`)
  await expect(page.locator('#t')).toHaveText('drawn')
  expect(page.url()).toBe(`${siteOrigin(site, plain)}/script.svg`)
  await page.goto(`${site.origin}/ipfs/${plain}/deep/er.html?a=%20b`)
  expect(page.url()).toBe(`${siteOrigin(site, plain)}/deep/er.html?a=%20b`)
  await expect(page.locator('#p')).toHaveText('/deep/er.html?a=%20b')

  // A script that fetches a page gets it without a redirect.
  expect(await fetched(app, `/ipfs/${plain}/deep/er.html`)).toContain('<title>deep</title>')
  // Other encodings of the root lead to the same origin.
  const { Formatted: v0 } = JSON.parse((await rpc(app, `cid/format?arg=${plain}&v=0&b=base58btc`)).text) as {
    Formatted: string
  }
  await page.goto(`${site.origin}/ipfs/${v0}/deep/er.html`)
  expect(page.url()).toBe(`${siteOrigin(site, plain)}/deep/er.html`)
})

test('opens routes of a site that are no files, below a CID and below a name', async ({ app, context, site, quiet }) => {
  const cid = await addSite(app, APP)
  const { Name } = JSON.parse(
    (await rpc(app, `name/publish?arg=/ipfs/${cid}&allow-offline=true&ipns-base=base36`)).text
  ) as { Name: string }
  const page = await context.newPage()

  for (
    const [path, origin] of [[`/ipfs/${cid}`, siteOrigin(site, cid)], [`/ipns/${Name}`, siteOrigin(site, Name, 'ipns')]]
  ) {
    await page.goto(`${site.origin}${path}/app/some/route?a=1`)
    await expect(page.locator('#route')).toHaveText('/app/some/route')
    expect(page.url()).toBe(`${origin}/app/some/route?a=1`)
    await page.goto(`${site.origin}${path}/old`)
    expect(page.url()).toBe(`${origin}/data/x.json`)
  }

  quiet.allow(/404/)
  await page.goto(`${site.origin}/ipfs/${cid}/nowhere`)
  await expect(page.getByText('nothing of this name', { exact: true })).toBeVisible()
  // Only navigations fall back to the app.
  expect(await fetched(app, `/ipfs/${cid}/app/some/route`)).toMatch(/^404 /)
})

test.describe('where the host has no origins for sites', () => {
  test.use({ host: 'localhost' })

  test('shows a page without scripts, and says so', async ({ app, context, site, quiet }) => {
    quiet.allow(/Blocked script execution|favicon\.ico/) // the page names no icon
    const { origin } = site
    const cid = await addSite(app, {
      'index.html':
        '<!doctype html><title>app</title><style>p{margin:3rem}</style><body class="b"><p>shown</p><script>document.title = "ran"</script>'
    })
    const page = await context.newPage()
    await page.goto(`${origin}/ipfs/${cid}/`)
    expect(page.url()).toBe(`${origin}/ipfs/${cid}/`)
    await expect(page.locator('[role=note]')).toHaveText(
      `Scripts are off here, since this page has no address of its own: localhost cannot have origins for sites (node.localhost can). To use all of it, open it at node.localhost:${site.port}, which has addresses for sites.`
    )
    await expect(page.locator('[role=note] a')).toHaveAttribute(
      'href',
      `http://node.localhost:${site.port}/ipfs/${cid}/`
    )
    expect(
      await page.locator('[role=note]').evaluate((
        line
      ) => [line.getBoundingClientRect().top, line.parentElement?.tagName])
    ).toEqual([8, 'BODY'])
    await expect(page).toHaveTitle('app')
    expect(await fetched(app, `/ipfs/${cid}/`)).not.toContain('role="note"')
  })
})

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
      `<!doctype html>${ICON}<title>hostile</title><iframe id="app" src="${site.origin}/"></iframe><iframe id="api" src="${site.origin}/api/v0/id"></iframe><script>1</script>`
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
    'index.html':
      `<!doctype html>${ICON}<title>hostile</title><script>document.cookie = '__Host-swipfs-browser=1; Domain=node.localhost; Path=/; Secure'; document.cookie = 'tossed=1; Domain=node.localhost; Path=/'</script>`
  })
  const page = await context.newPage()
  await page.goto(siteOrigin(site, cid))
  await expect(page).toHaveTitle('hostile')
  const cookies = (await context.cookies(site.origin)).map(({ name, domain }) => `${name} of ${domain}`)
  // Positive control: a plain cookie is set.
  expect(cookies.sort()).toEqual(['__Host-swipfs-browser of node.localhost', 'tossed of .node.localhost'])
})
