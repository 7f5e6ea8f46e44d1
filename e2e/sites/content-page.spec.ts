import type { BrowserContext, Page, Response } from 'playwright'
import { expect, test } from '../fixtures/page/shared-app.ts'
import { plainSite, workerScopes } from '../fixtures/site/plain-site.ts'

/** Adds files from the app's page and returns the CID of the last one. */
async function add (app: Page, files: Record<string, string>, query = ''): Promise<string> {
  return await app.evaluate(async ([files, query]) => {
    const body = new FormData()
    for (const [name, text] of Object.entries(files)) {
      body.append('file', new Blob([text]), encodeURIComponent(name))
    }
    const text = await (await fetch(`/api/v0/add?cid-version=1${query}`, { method: 'POST', body })).text()
    return (JSON.parse(text.trim().split('\n').at(-1)!) as { Hash: string }).Hash
  }, [files, query] as const)
}

/** The traces of a successful attack: a changed setting, or a mark on the window. */
const STEAL = "fetch('/api/v0/config?arg=Owned&arg=yes', { method: 'POST' }); document.title = 'owned'; " +
  "parent.postMessage('owned', '*')"

/** The attack for XML, where `&` is not plain text. */
const STEAL_IN_XML = `<![CDATA[${STEAL}]]>`

/** The attack for an empty tab that inherits its opener's origin. Relative URLs do not work there. */
const STEAL_FROM_TAB =
  "fetch(origin + '/api/v0/config?arg=Owned&arg=yes', { method: 'POST' }); opener.document.title = 'owned'"

interface Attack {
  html: string
  files?: Record<string, string>
  click?: string
  /** whether browsers block it on any page */
  neverWorks?: true
}

const ATTACKS: Record<string, Attack> = {
  'an inline script': { html: `<script>${STEAL}</script>` },
  'an external script': { html: '<script src="evil.js"></script>', files: { 'd/evil.js': STEAL } },
  'a module script': { html: '<script type="module" src="evil.js"></script>', files: { 'd/evil.js': STEAL } },
  'an event handler': { html: `<img src="nowhere" onerror="${STEAL.replaceAll('"', '&quot;')}">` },
  'a javascript link': { html: `<a id="x" href="javascript:${encodeURIComponent(STEAL)}">x</a>`, click: '#x' },
  'an SVG in a frame': {
    html: '<iframe src="evil.svg"></iframe>',
    files: { 'd/evil.svg': `<svg xmlns="http://www.w3.org/2000/svg"><script>${STEAL_IN_XML}</script></svg>` }
  },
  'an SVG object': {
    html: '<object data="evil.svg" type="image/svg+xml"></object>',
    files: { 'd/evil.svg': `<svg xmlns="http://www.w3.org/2000/svg"><script>${STEAL_IN_XML}</script></svg>` }
  },
  'an XHTML page without a name': {
    html: '<iframe src="evil"></iframe>',
    files: {
      'd/evil':
        `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${STEAL_IN_XML}</script></html>`
    }
  },
  'an HTML page without a name': {
    html: '<iframe src="evil"></iframe>',
    files: { 'd/evil': `<!doctype html><script>${STEAL}</script>` }
  },
  'a frame of its own making': {
    html: `<iframe srcdoc="&lt;script&gt;${STEAL.replaceAll('"', '&quot;')}&lt;/script&gt;"></iframe>`
  },
  'a frame of the app': { html: '<iframe src="/"></iframe>' },
  'a frame of the API': { html: '<iframe src="/api/v0/id"></iframe>' },
  'a form': {
    html: '<form action="/api/v0/config?arg=Owned&arg=yes" method="post" enctype="multipart/form-data"><button ' +
      'id="x">x</button></form>',
    click: '#x'
  },
  'a form that sends itself into a frame': {
    html: '<iframe name="f"></iframe><form target="f" action="/api/v0/config?arg=Owned&arg=yes" ' +
      'method="post"><button id="x">x</button></form>',
    click: '#x'
  },
  'an object of the API': { html: '<object data="/api/v0/id"></object>' },
  'a meta refresh to the API': {
    html: '<meta http-equiv="refresh" content="0; url=/api/v0/config?arg=Owned&amp;arg=yes">'
  },
  'a meta refresh to a script': {
    html: `<meta http-equiv="refresh" content="0; url=javascript:${encodeURIComponent(STEAL)}">`,
    neverWorks: true
  },
  'a script in a new tab': {
    html: `<a id="x" target="_blank" rel="opener" href="javascript:${encodeURIComponent(STEAL_FROM_TAB)}">x</a>`,
    click: '#x'
  },
  'a script in a tab with a name': {
    html: `<a id="x" target="other" href="javascript:${encodeURIComponent(STEAL_FROM_TAB)}">x</a>`,
    click: '#x'
  },
  'a form that runs a script in a new tab': {
    html: `<form target="_blank" rel="opener" action="javascript:${
      encodeURIComponent(STEAL_FROM_TAB)
    }"><button id="x">x</button></form>`,
    click: '#x'
  },
  'a form that posts to the API from a new tab': {
    html: '<form target="_blank" action="/api/v0/config?arg=Owned&arg=yes" method="post" ' +
      'enctype="text/plain"><button id="x">x</button></form>',
    click: '#x'
  },
  'a form that asks the API': {
    html: '<form action="/api/v0/config"><input name="arg" value="Owned"><button id="x">x</button></form>',
    click: '#x'
  },
  'a link that pings the API': {
    html: '<a id="x" href="#here" ping="/api/v0/config?arg=Owned&arg=yes">x</a>',
    click: '#x'
  },
  'a link to the API in a new tab': {
    html: '<a id="x" target="_blank" rel="opener" href="/api/v0/config?arg=Owned&arg=yes">x</a>',
    click: '#x'
  },
  'a service worker of its own': {
    html: `<script>navigator.serviceWorker.register('sw.js').then(() => { ${STEAL} })</script>`,
    files: { 'd/sw.js': 'self.addEventListener("fetch", () => {})' }
  }
}

/** Opens a page, lets it attack, and returns the traces; none if the attack failed. */
async function traces (
  context: BrowserContext,
  url: string,
  click: string | undefined,
  settings: () => Promise<string>
): Promise<string[]> {
  const found: string[] = []
  const before = await settings()
  const page = await context.newPage()
  const look = (response: Response): void => {
    const request = response.request()
    // Only the attack navigates to the API; a new tab has no frame yet.
    const isOfPage = request.isNavigationRequest() || request.frame().page() === page
    // The API does not return pages. A host may answer with the page that installs the worker of a site.
    const isPage = response.headers()['content-type']?.startsWith('text/html') === true
    if (new URL(response.url()).pathname.startsWith('/api/') && isOfPage && response.ok() && !isPage) {
      found.push(`reached ${response.url()}`)
    }
  }
  context.on('response', look)

  await page.goto(url)
  // On an own origin the first page installs its worker. A page may also be left at once.
  await page.getByText('shown', { exact: true }).waitFor({ timeout: 10_000 }).catch(() => {})
  if (click != null) {
    await page.click(click, { noWaitAfter: true }).catch(() => {})
  }
  await page.waitForTimeout(500)

  if (await page.title().catch(() => '') === 'owned') {
    found.push('ran a script')
  }
  if (await settings() !== before) {
    found.push('changed the settings')
  }
  const scopes = await workerScopes(page).catch(() => [])
  if (scopes.some((scope) => scope !== '/')) {
    found.push(`registered workers for ${scopes.join()}`)
  }
  await page.close()
  context.off('response', look)
  return found
}

for (const [name, { html, files, click, neverWorks }] of Object.entries(ATTACKS)) {
  const index = `<!doctype html><title>content</title><p>shown</p>${html}`

  test.describe(() => {
    // At a path, content shares its origin with the node. If the host has no own origins, it stays at the path.
    test.use({ host: 'localhost' })

    test(`a page under /ipfs can neither run a script nor reach the API by ${name}`, async ({ app, context, site }) => {
      const root = await add(app, { 'd/index.html': index, ...files })
      const settings = async (): Promise<string> =>
        await app.evaluate(async () => await (await fetch('/api/v0/config/show', { method: 'POST' })).text())
      expect(await traces(context, `${site.origin}/ipfs/${root}/index.html`, click, settings)).toEqual([])
      expect(await workerScopes(app)).toEqual(['/'])
    })
  })

  test(`a page on its own origin cannot reach the node by ${name}`, async ({ app, context, site }) => {
    const root = await add(app, { 'd/index.html': index, ...files })
    const settings = async (): Promise<string> =>
      await app.evaluate(async () => await (await fetch('/api/v0/config/show', { method: 'POST' })).text())
    const found = await traces(context, `${site.origin}/ipfs/${root}/index.html`, click, settings)
    // On an own origin a script may run, but affects only that origin.
    expect(found.filter((trace) => trace !== 'ran a script')).toEqual([])
    expect(await workerScopes(app)).toEqual(['/'])
  })

  test(
    `the control of it: without a sandbox ${neverWorks === true ? 'no browser runs' : 'the story sees'} ${name}`,
    async ({ context }) => {
      const plain = await plainSite({
        'index.html': index,
        ...Object.fromEntries(Object.entries(files ?? {}).map(([path, text]) => [path.replace('d/', ''), text]))
      })
      // A busy machine may be late once, but not on every try.
      const tried = async (): Promise<string[]> =>
        await traces(context, `${plain.origin}/ipfs/plain/index.html`, click, async () => plain.settings())

      if (neverWorks === true) {
        expect(await tried()).toEqual([])
      } else {
        await expect.poll(tried).not.toEqual([])
      }

      await plain.close()
    }
  )
}

/** Tries to register a script as a worker. */
async function registration (page: Page, script: string): Promise<string> {
  return await page.evaluate(
    async (url) => await navigator.serviceWorker.register(url).then(() => 'registered', (err: Error) => err.name),
    script
  )
}

test('content cannot be a worker: the static host serves no script below /ipfs', async ({ app, page, site }) => {
  const root = await add(app, { 'd/sw.js': '' })
  expect(await registration(app, `/ipfs/${root}/sw.js`)).not.toBe('registered')
  expect(site.origin).toContain('localhost')

  const plain = await plainSite({ 'index.html': '', 'sw.js': '' })
  await page.goto(`${plain.origin}/ipfs/plain/index.html`)
  expect(await registration(page, '/ipfs/plain/sw.js')).toBe('registered')
  await plain.close()
})

/** Tries to run a script of the same origin by an element and by an import. */
async function running (page: Page, script: string): Promise<unknown[]> {
  return await page.evaluate(async (url) => {
    const element = await new Promise<string>((resolve) => {
      const script = Object.assign(document.createElement('script'), {
        src: url,
        onload: () => {
          resolve('loaded')
        },
        onerror: () => {
          resolve('refused')
        }
      })
      document.documentElement.append(script)
    })
    const module = await import(url).then(() => 'loaded', () => 'refused')
    return [element, module, 'ran' in window]
  }, script)
}

test('not even a page of this origin can run content as its script', async ({ app, context, site }) => {
  const files = { 'd/a.js': 'window.ran = true' }
  const root = await add(app, files)
  const page = await context.newPage()
  // A page of the origin without a policy of its own, like another app on the same origin.
  await page.goto(`${site.origin}/manifest.webmanifest`)
  expect(await running(page, `/ipfs/${root}/a.js`)).toEqual(['refused', 'refused', false])

  const plain = await plainSite({ 'index.html': '', 'a.js': files['d/a.js'] })
  await page.goto(`${plain.origin}/ipfs/plain/index.html`)
  expect(await running(page, '/ipfs/plain/a.js')).toEqual(['loaded', 'loaded', true])
  await plain.close()
})

test('shows content with text, styles and images of the same folder', async ({ app, context, site }) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"><rect width="7" height="5"/></svg>'
  const root = await add(app, {
    'd/index.html': '<!doctype html><link rel="stylesheet" href="a.css"><p>shown</p><img src="a.svg">',
    'd/a.css': 'p { color: rgb(1, 2, 3) }',
    'd/a.svg': svg
  })

  const page = await context.newPage()
  await page.goto(`${site.origin}/ipfs/${root}/`)
  // On an own origin the first page installs its worker.
  await expect(page.getByText('shown', { exact: true })).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect.poll(async () => await page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(7)
})

test('a CAR with a missing block arrives up to it and then breaks', async ({ app }) => {
  const answer = await app.evaluate(async () => {
    const call = async (target: string, body?: FormData): Promise<string> =>
      await (await fetch(`/api/v0/${target}`, { method: 'POST', body })).text()
    const form = new FormData()
    form.append('file', new Blob(['one'.padEnd(1000), 'two'.padEnd(1000)]), 'a')
    const { Hash } = JSON.parse(await call('add?cid-version=1&pin=false&chunker=size-1000', form)) as { Hash: string }
    const refs = (await call(`refs?arg=${Hash}`)).trim().split('\n').map((line) =>
      (JSON.parse(line) as { Ref: string }).Ref
    )
    await call(`block/rm?arg=${refs[1]}`)

    const response = await fetch(`/ipfs/${Hash}?format=car`)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    let text = ''

    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        text += new TextDecoder('latin1').decode(next.value)
      }
      return { status: response.status, text, broken: false }
    } catch {
      return { status: response.status, text, broken: true }
    }
  })

  expect(answer).toMatchObject({ status: 200, broken: true })
  expect(answer.text).toContain('one'.padEnd(1000))
})

test('filters a listing by a part of the names, without scripts', async ({ app, context, site }) => {
  const page = await context.newPage()
  await page.goto(
    `${site.origin}/ipfs/${await add(app, {
      'd/Summer 2.txt': '1',
      'd/summer 10.txt': '2',
      'd/winter.txt': '3'
    })}/?sort=-name`
  )
  const names = page.locator('.list .name')
  await expect(names).toHaveText(['winter.txt', 'summer 10.txt', 'Summer 2.txt'])
  await page.getByRole('searchbox', { name: 'Search' }).fill('summer')
  await page.keyboard.press('Enter')
  await expect(names).toHaveText(['summer 10.txt', 'Summer 2.txt'])
  expect(new URL(page.url()).search).toBe('?sort=-name&name=summer')
  await page.getByRole('link', { name: 'name ↓' }).click()
  await expect(names).toHaveText(['Summer 2.txt', 'summer 10.txt'])

  // The form cannot be redirected, even if an attacker changes it.
  await page.evaluate(() => {
    const form = document.querySelector('form')!
    form.method = 'post'
    form.action = '/api/v0/config?arg=Owned&arg=yes'
  })
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.locator('body')).toContainText('403')
})
