import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ShellCache } from './shell-cache.ts'
import type { ShellDeps } from './shell-cache.ts'

const ORIGIN = 'http://node.localhost'
const PAGE = '<meta name="swipfs-version" content="1-a">'

/** Computes a hash like the build. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest().subarray(0, 9).toString('base64url')

class FakeCaches {
  readonly stores = new Map<string, Map<string, Response>>()
  full = false

  async open (name: string): Promise<Cache> {
    const store = this.stores.get(name) ?? new Map<string, Response>()
    this.stores.set(name, store)
    return {
      match: async (url: string) => store.get(url)?.clone(),
      put: async (url: string, response: Response) => {
        if (this.full) {
          throw new DOMException('full', 'QuotaExceededError')
        }
        store.set(url, response)
      }
    } as unknown as Cache
  }

  async keys (): Promise<string[]> {
    return [...this.stores.keys()]
  }
  async delete (name: string): Promise<boolean> {
    return this.stores.delete(name)
  }
}

function html (text: string, init?: ResponseInit): Response {
  return new Response(text, { ...init, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

function setUp (
  deps: Partial<ShellDeps> = {}
): { shell: ShellCache; caches: FakeCaches; asked: Request[]; host: Map<string, () => Response> } {
  const caches = new FakeCaches()
  const asked: Request[] = []
  const host = new Map([
    ['/', () => html(PAGE)],
    ['/assets/a.js', () => new Response('page()', { headers: { 'Content-Type': 'text/javascript' } })],
    ['/other.html', () => html('other')]
  ])
  const shell = new ShellCache({
    version: '1-a',
    files: [{ url: '/', marked: true }, { url: '/assets/a.js', hash: hashOf('page()') }],
    headersOf: () => ({ 'Content-Security-Policy': "default-src 'none'" }),
    caches,
    origin: ORIGIN,
    updatePending: () => false,
    async fetch (request) {
      asked.push(request)
      const answer = host.get(new URL(request.url).pathname)
      if (answer == null) {
        throw new TypeError('Failed to fetch')
      }
      return answer()
    },
    ...deps
  })
  return { shell, caches, asked, host }
}

/** Makes a response after a redirect, like fetch. */
function redirected (to: string, response: Response): Response {
  return Object.defineProperties(response, { redirected: { value: true }, url: { value: new URL(to, ORIGIN).href } })
}

/** Returns the cached files by their paths. */
async function textsOf (caches: FakeCaches): Promise<Record<string, string>> {
  const kept = [...caches.stores.get('swipfs-shell-1-a') ?? []].map(async (
    [url, response]
  ) => [url.slice(ORIGIN.length), await response.clone().text()])
  return Object.fromEntries(await Promise.all(kept)) as Record<string, string>
}

function getRequest (path: string, init?: RequestInit): Request {
  return new Request(ORIGIN + path, init)
}

describe('precacheShell', () => {
  it('fetches all files without the HTTP cache, into a cache of this version', async () => {
    const { shell, caches, asked } = setUp()
    await shell.precacheShell()
    expect([...caches.stores.keys()]).toEqual(['swipfs-shell-1-a'])
    expect([...caches.stores.get('swipfs-shell-1-a')?.keys() ?? []]).toEqual([`${ORIGIN}/`, `${ORIGIN}/assets/a.js`])
    expect(asked.map(({ cache }) => cache)).toEqual(['reload', 'reload'])
  })

  it.each<[string, string, () => Response]>([
    ['a file is missing', '/assets/a.js', () => new Response('', { status: 404 })],
    ['a file was redirected to another file', '/assets/a.js', () => redirected('/login', html('sign in'))],
    [
      'a file was redirected to another origin',
      '/assets/a.js',
      () => redirected('https://elsewhere.test/assets/a.js', new Response('page()'))
    ],
    ['a file is of another version', '/assets/a.js', () => new Response('older()')],
    ['the page is of another version', '/', () => html(PAGE.replace('1-a', '1-b'))],
    ['the page has no version, as in old builds', '/', () => html('<p>old')]
  ])('fails and stores nothing if %s', async (_, path, answer) => {
    const { shell, caches, host } = setUp()
    host.set(path, answer)
    await expect(shell.precacheShell()).rejects.toThrow()
    expect(caches.stores.size).toBe(0)
  })

  it('bypasses the cache of a CDN that has the file of an older version', async () => {
    const { shell, caches, asked } = setUp({
      async fetch (request) {
        asked.push(request)
        const { pathname, search } = new URL(request.url)
        return pathname === '/'
          ? html(search === '' ? '<p>old' : PAGE)
          : new Response(search === '' ? '' : 'page()', { status: search === '' ? 404 : 200 })
      }
    })
    await shell.precacheShell()
    expect(asked.map(({ url }) => url.slice(ORIGIN.length)).sort()).toEqual([
      '/',
      '/?v=1-a',
      '/assets/a.js',
      `/assets/a.js?v=${hashOf('page()')}`
    ])
    expect(await textsOf(caches)).toEqual({ '/': PAGE, '/assets/a.js': 'page()' })
  })

  it.each([
    ['/about.html', '/about'],
    ['/about.html', '/about/'],
    ['/about/', '/about'],
    ['/about/index.html', '/about/'],
    ['/docs/', '/docs/index.html']
  ])('follows a clean-URL redirect from %s to %s, and stores a copy that can answer a navigation', async (url, to) => {
    const { shell, caches, host } = setUp({ files: [{ url }] })
    host.set(url, () => redirected(to, html('about')))
    await shell.precacheShell()
    expect(await textsOf(caches)).toEqual({ [url]: 'about' })
    expect(caches.stores.get('swipfs-shell-1-a')!.get(ORIGIN + url)!.redirected).toBe(false)
  })

  it('follows a redirect anywhere on the origin if the answer is the file', async () => {
    const { shell, caches, host } = setUp()
    host.set('/assets/a.js', () => redirected('/cdn/a-1.js', new Response('page()')))
    host.set('/', () => redirected('/en/', html(PAGE)))
    await shell.precacheShell()
    expect(await textsOf(caches)).toEqual({ '/': PAGE, '/assets/a.js': 'page()' })
  })

  it.each([
    '<META CONTENT=1-a NAME=swipfs-version>',
    "<meta data-x='>' name='swipfs-version'content='1-a'/>",
    '<meta name=swipfs-version content=1-a><script>statistics()</script>'
  ])('accepts a page that its host or a minifier has changed: %s', async (page) => {
    const { shell, host } = setUp({ files: [{ url: '/', marked: true, hash: hashOf(PAGE) }] })
    host.set('/', () => html(page))
    await shell.precacheShell()
  })

  it('reads no version from a comment', async () => {
    const { shell, host } = setUp()
    host.set('/', () => html(`<!-- ${PAGE} -->`))
    await expect(shell.precacheShell()).rejects.toMatchObject({ name: 'ShellMismatchError' })
  })

  it('requests files without a hash with the version, which no cache has yet', async () => {
    const { shell, asked, host } = setUp({ files: [{ url: '/app.js' }, { url: '/data.json?lang=en' }] })
    host.set('/app.js', () => new Response('app()'))
    host.set('/data.json', () => new Response('{}'))
    await shell.precacheShell()
    expect(asked.map(({ url }) => url)).toEqual([`${ORIGIN}/app.js?v=1-a`, `${ORIGIN}/data.json?lang=en&v=1-a`])
  })

  it("refuses the host's error page instead of a file without a hash", async () => {
    const { shell, host } = setUp({ files: [{ url: '/app.js' }] })
    host.set('/app.js', () => html('not found'))
    await expect(shell.precacheShell()).rejects.toThrow('/app.js of the app shell')
  })

  it('omits the error page if the host has its own, and third-party pages that the host changes', async () => {
    const { shell, caches, host } = setUp({
      files: [{ url: '/', marked: true }, { url: '/404.html', hash: hashOf('lost') }, {
        url: '/terms.html',
        hash: hashOf('terms')
      }]
    })
    host.set('/404.html', () => new Response('nothing', { status: 404 }))
    host.set('/terms.html', () => html('terms<script>statistics()</script>'))
    await shell.precacheShell()
    expect(await textsOf(caches)).toEqual({ '/': PAGE })
  })

  it('stores the error page although it is sent with status 404', async () => {
    const { shell, caches, host } = setUp({ files: [{ url: '/404.html', hash: hashOf('lost') }] })
    host.set('/404.html', () => html('lost', { status: 404 }))
    await shell.precacheShell()
    expect(await textsOf(caches)).toEqual({ '/404.html': 'lost' })
  })

  it('stores nothing if there is no room for all files', async () => {
    const { shell, caches } = setUp()
    caches.full = true
    await expect(shell.precacheShell()).rejects.toMatchObject({ name: 'QuotaExceededError' })
    expect(caches.stores.size).toBe(0)
  })
})

describe('dropOldShells', () => {
  it('deletes its own shells, and not those of workers in other folders', async () => {
    const { shell, caches } = setUp({ prefix: 'swipfs-shell:/a/:' })
    await Promise.all(
      ['swipfs-shell-0', 'swipfs-shell:/a/b/:0', 'swipfs-shell:/a/:0'].map(async (name) => await caches.open(name))
    )
    await shell.precacheShell()
    await shell.dropOldShells()
    expect(await caches.keys()).toEqual(['swipfs-shell-0', 'swipfs-shell:/a/b/:0', 'swipfs-shell:/a/:1-a'])
  })

  it('deletes other versions, and no other caches', async () => {
    const { shell, caches } = setUp()
    for (const name of ['swipfs-shell-0-z', 'swipfs-shell-1-a', 'mine']) {
      await caches.open(name)
    }
    await shell.dropOldShells()
    expect(await caches.keys()).toEqual(['swipfs-shell-1-a', 'mine'])
  })

  it('keeps a newer version that is being installed', async () => {
    const { shell, caches } = setUp({ updatePending: () => true })
    await caches.open('swipfs-shell-2-b')
    await shell.dropOldShells()
    expect(await caches.keys()).toEqual(['swipfs-shell-2-b'])
  })
})

describe('serveShell', () => {
  it.each(['/', '/index.html', '/?utm_source=x&fbclid=1', '/assets/a.js'])('serves %s offline', async (path) => {
    const { shell, host } = setUp()
    await shell.precacheShell()
    host.clear()
    const response = await shell.serveShell(getRequest(path))
    expect([response.status, await response.text()]).toEqual([200, path === '/assets/a.js' ? 'page()' : PAGE])
  })

  it.each([
    ['/about', 'about'],
    ['/about.html?utm_medium=mail', 'about'],
    ['/docs/', 'docs'],
    ['/docs/index.html', 'docs'],
    ['/a%20b.png', 'picture'],
    ['/about?page=2', undefined],
    ['/a.js?x=1', undefined],
    ['/?room=1', undefined],
    ['/data.json?lang=en', 'english'],
    ['/data.json', undefined]
  ])('answers %s by the rules of Workbox', async (path, text) => {
    const { shell, host } = setUp({
      files: ['/', '/about.html', '/docs/', '/a b.png', '/a.js', '/data.json?lang=en'].map((url) => ({ url }))
    })
    for (
      const [url, body] of [['/', ''], ['/about.html', 'about'], ['/docs/', 'docs'], ['/a%20b.png', 'picture'], [
        '/a.js',
        ''
      ], ['/data.json', 'english']]
    ) {
      host.set(url, () => new Response(body))
    }
    await shell.precacheShell()
    host.clear()
    expect(shell.keeps(getRequest(path))).toBe(text != null)
    if (text != null) {
      expect(await (await shell.serveShell(getRequest(path))).text()).toBe(text)
    }
  })

  it('ignores queries if none selects a file', async () => {
    const { shell, host } = setUp({ anyQuery: true })
    await shell.precacheShell()
    host.clear()
    expect(await (await shell.serveShell(getRequest('/?shared=yes'))).text()).toBe(PAGE)
  })

  it.each([
    ['bytes=0-', 206, 'page()', 'bytes 0-5/6'],
    ['bytes=1-2', 206, 'ag', 'bytes 1-2/6'],
    ['bytes=-2', 206, '()', 'bytes 4-5/6'],
    ['bytes=4-99', 206, '()', 'bytes 4-5/6'],
    ['bytes=9-', 416, '', 'bytes */6'],
    ['bytes=-0', 416, '', 'bytes */6'],
    ['bytes=0-1,3-4', 200, 'page()', null],
    ['lines=1-2', 200, 'page()', null]
  ])('answers a request for %s of a cached file', async (range, status, text, contentRange) => {
    const { shell } = setUp()
    await shell.precacheShell()
    const response = await shell.serveShell(getRequest('/assets/a.js', { headers: { Range: range } }))
    expect([response.status, await response.text(), response.headers.get('Content-Range')]).toEqual([
      status,
      text,
      contentRange
    ])
    if (status === 206) {
      expect([response.headers.get('Content-Type'), response.headers.get('Content-Length')]).toEqual([
        'text/javascript',
        String(text.length)
      ])
    }
  })

  it('answers a range of another version with the whole file', async () => {
    const { shell } = setUp()
    await shell.precacheShell()
    expect(
      (await shell.serveShell(getRequest('/assets/a.js', { headers: { Range: 'bytes=1-2', 'If-Range': '"old"' } })))
        .status
    ).toBe(200)
  })

  it('sets the policy on pages, and only on pages, even if the host sent none', async () => {
    const { shell } = setUp()
    await shell.precacheShell()
    expect((await shell.serveShell(getRequest('/'))).headers.get('Content-Security-Policy')).toBe("default-src 'none'")
    expect((await shell.serveShell(getRequest('/other.html'))).headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'"
    )
    expect((await shell.serveShell(getRequest('/assets/a.js'))).headers.has('Content-Security-Policy')).toBe(false)
  })

  it('answers HEAD without a body', async () => {
    const { shell } = setUp()
    await shell.precacheShell()
    expect(await (await shell.serveShell(getRequest('/', { method: 'HEAD' }))).text()).toBe('')
  })

  it('fetches an evicted file again, and stores it', async () => {
    const { shell, caches, asked } = setUp()
    await shell.precacheShell()
    caches.stores.clear()
    asked.length = 0
    expect(await (await shell.serveShell(getRequest('/assets/a.js'))).text()).toBe('page()')
    await shell.serveShell(getRequest('/assets/a.js'))
    expect(asked).toHaveLength(1)
  })

  it('never mixes versions: a newer page is not stored as this one', async () => {
    const { shell, caches, host } = setUp()
    host.set('/', () => html(PAGE.replace('1-a', '1-b')))
    expect(await (await shell.serveShell(getRequest('/'))).text()).toContain('1-b')
    expect(caches.stores.get('swipfs-shell-1-a')?.size).toBe(0)
  })

  it('passes everything else to the network and stores none of it', async () => {
    const { shell, caches, asked } = setUp()
    expect(await (await shell.serveShell(getRequest('/other.html'))).text()).toBe('other')
    expect(asked).toHaveLength(1)
    expect(caches.stores.size).toBe(0)
  })

  it('passes a navigation on as a request of the worker, by which the host recognizes an installed node', async () => {
    const { shell, asked } = setUp()
    const visit = Object.defineProperty(getRequest('/other.html', { headers: { 'Accept-Language': 'de' } }), 'mode', {
      value: 'navigate'
    })
    expect(await (await shell.serveShell(visit)).text()).toBe('other')
    expect(
      asked.map((
        { url, mode, redirect, headers }
      ) => [url, mode === 'navigate', redirect, headers.get('accept-language')])
    ).toEqual([[`${ORIGIN}/other.html`, false, 'manual', 'de']])
  })

  it('answers an empty list of relays offline, without an error', async () => {
    const { shell } = setUp({ fetch: async () => await Promise.reject(new TypeError('offline')) })
    expect((await shell.serveShell(new Request(`${ORIGIN}/relay.json`))).status).toBe(204)
  })

  it('reports in plain text that there is no network', async () => {
    const { shell } = setUp()
    const response = await shell.serveShell(getRequest('/nothing'))
    expect([response.status, response.headers.get('Content-Type')]).toEqual([504, 'text/plain; charset=utf-8'])
  })
})

describe('serveRoute', () => {
  const visit = (path: string): Request => Object.defineProperty(getRequest(path), 'mode', { value: 'navigate' })

  it('answers a route of a single-page app with the cached page only if the host does not answer', async () => {
    const { shell, host } = setUp({ navigateFallback: { url: '/' } })
    await shell.precacheShell()
    host.set('/room/5', () => html('of the host'))
    expect(shell.isRoute(visit('/room/5'))).toBe(true)
    expect(await (await shell.serveRoute(visit('/room/5'))).text()).toBe('of the host')
    host.clear()
    expect(await (await shell.serveRoute(visit('/room/5?x=1'))).text()).toBe(PAGE)
  })

  it('does not wait long for a host', async () => {
    vi.useFakeTimers()
    try {
      const { shell, caches } = setUp({
        navigateFallback: { url: '/' },
        fetch: async () => await new Promise<never>(() => {})
      })
      await (await caches.open('swipfs-shell-1-a')).put(`${ORIGIN}/`, html(PAGE))
      const answer = shell.serveRoute(visit('/room/5'))
      await vi.advanceTimersByTimeAsync(5000)
      expect(await (await answer).text()).toBe(PAGE)
    } finally {
      vi.useRealTimers()
    }
  })

  it('answers navigations only, and routes that the app allows', () => {
    const { shell } = setUp({ navigateFallback: { url: '/', allow: [/^\/room\//g], deny: [/\/admin/] } })
    expect(shell.isRoute(visit('/room/5'))).toBe(true)
    expect(shell.isRoute(visit('/room/5'))).toBe(true)
    expect([getRequest('/room/5'), visit('/other'), visit('/room/admin')].map((request) => shell.isRoute(request)))
      .toEqual([
        false,
        false,
        false
      ])
    expect(setUp().shell.isRoute(visit('/room/5'))).toBe(false)
  })
})

describe('a cache lookup without an answer', () => {
  const SILENT = async (): Promise<never> => await new Promise<never>(() => {})

  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('falls back to the network', async () => {
    const { shell } = setUp({ caches: { open: SILENT, keys: SILENT, delete: SILENT } })
    const answer = shell.serveShell(getRequest('/'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await (await answer).text()).toBe(PAGE)
  })

  it('is awaited for a limited time if there is no network', async () => {
    const kept = {
      match: async () => {
        await new Promise((resolve) => {
          setTimeout(resolve, 20_000)
        })
        return html('kept')
      }
    } as unknown as Cache
    const late = setUp({ caches: { open: async () => kept, keys: SILENT, delete: SILENT } })
    late.host.clear()
    const answer = late.shell.serveShell(getRequest('/'))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await (await answer).text()).toBe('kept')

    const never = setUp({ caches: { open: SILENT, keys: SILENT, delete: SILENT } })
    never.host.clear()
    const none = never.shell.serveShell(getRequest('/'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect((await none).status).toBe(504)
  })

  it('does not block a new version', async () => {
    const { shell } = setUp({ caches: { open: SILENT, keys: SILENT, delete: SILENT } })
    const dropped = expect(shell.dropOldShells()).rejects.toThrow('the browser does not answer')
    await vi.advanceTimersByTimeAsync(60_000)
    await dropped
  })
})
