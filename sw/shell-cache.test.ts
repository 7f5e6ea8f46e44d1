import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createShellCache } from './shell-cache.ts'
import type { ShellCache, ShellDeps } from './shell-cache.ts'

const ORIGIN = 'http://node.localhost'
const PAGE = '<meta name="swipfs-version" content="1-a">'

class FakeCaches {
  readonly stores = new Map<string, Map<string, Response>>()
  full = false

  async open (name: string): Promise<Cache> {
    const store = this.stores.get(name) ?? new Map<string, Response>()
    this.stores.set(name, store)
    return {
      match: async (url: string) => store.get(url)?.clone(),
      put: async (url: string, response: Response) => {
        if (this.full) throw new DOMException('full', 'QuotaExceededError')
        store.set(url, response)
      }
    } as unknown as Cache
  }

  async keys (): Promise<string[]> { return [...this.stores.keys()] }
  async delete (name: string): Promise<boolean> { return this.stores.delete(name) }
}

function html (text: string, init?: ResponseInit): Response {
  return new Response(text, { ...init, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

function setUp (deps: Partial<ShellDeps> = {}): { shell: ShellCache, caches: FakeCaches, asked: Request[], host: Map<string, () => Response> } {
  const caches = new FakeCaches()
  const asked: Request[] = []
  const host = new Map([
    ['/', () => html(PAGE)],
    ['/assets/a.js', () => new Response('page()', { headers: { 'Content-Type': 'text/javascript' } })],
    ['/other.html', () => html('other')]
  ])
  const shell = createShellCache({
    version: '1-a',
    urls: ['/', '/assets/a.js'],
    headersOf: () => ({ 'Content-Security-Policy': "default-src 'none'" }),
    caches,
    origin: ORIGIN,
    updatePending: () => false,
    async fetch (request) {
      asked.push(request)
      const answer = host.get(new URL(request.url).pathname)
      if (answer == null) throw new TypeError('Failed to fetch')
      return answer()
    },
    ...deps
  })
  return { shell, caches, asked, host }
}

function get (path: string, init?: RequestInit): Request {
  return new Request(ORIGIN + path, init)
}

describe('precacheShell', () => {
  it('fetches all files past the HTTP cache, into a cache of this version', async () => {
    const { shell, caches, asked } = setUp()
    await shell.precacheShell()
    expect([...caches.stores.keys()]).toEqual(['swipfs-shell-1-a'])
    expect([...caches.stores.get('swipfs-shell-1-a')?.keys() ?? []]).toEqual([`${ORIGIN}/`, `${ORIGIN}/assets/a.js`])
    expect(asked.map(({ cache }) => cache)).toEqual(['reload', 'reload'])
  })

  it.each<[string, string, () => Response]>([
    ['a file is missing', '/assets/a.js', () => new Response('', { status: 404 })],
    ['a file was redirected', '/assets/a.js', () => Object.defineProperty(new Response(''), 'redirected', { value: true })],
    ['the page is of another version', '/', () => html(PAGE.replace('1-a', '1-b'))]
  ])('fails and keeps nothing when %s', async (_, path, answer) => {
    const { shell, caches, host } = setUp()
    host.set(path, answer)
    await expect(shell.precacheShell()).rejects.toThrow()
    expect(caches.stores.size).toBe(0)
  })

  it('keeps nothing when there is no room for all', async () => {
    const { shell, caches } = setUp()
    caches.full = true
    await expect(shell.precacheShell()).rejects.toMatchObject({ name: 'QuotaExceededError' })
    expect(caches.stores.size).toBe(0)
  })
})

describe('dropOldShells', () => {
  it('leaves those of workers in other folders alone, and drops its own', async () => {
    const { shell, caches } = setUp({ prefix: 'swipfs-shell:/a/:' })
    await Promise.all(['swipfs-shell-0', 'swipfs-shell:/a/b/:0', 'swipfs-shell:/a/:0'].map(async (name) => await caches.open(name)))
    await shell.precacheShell()
    await shell.dropOldShells()
    expect(await caches.keys()).toEqual(['swipfs-shell-0', 'swipfs-shell:/a/b/:0', 'swipfs-shell:/a/:1-a'])
  })

  it('drops other versions and nobody else\'s caches', async () => {
    const { shell, caches } = setUp()
    for (const name of ['swipfs-shell-0-z', 'swipfs-shell-1-a', 'mine']) await caches.open(name)
    await shell.dropOldShells()
    expect(await caches.keys()).toEqual(['swipfs-shell-1-a', 'mine'])
  })

  it('leaves a newer version that is on its way alone', async () => {
    const { shell, caches } = setUp({ updatePending: () => true })
    await caches.open('swipfs-shell-2-b')
    await shell.dropOldShells()
    expect(await caches.keys()).toEqual(['swipfs-shell-2-b'])
  })
})

describe('serveShell', () => {
  it.each(['/', '/index.html', '/?utm=1', '/assets/a.js'])('serves %s without a network', async (path) => {
    const { shell, host } = setUp()
    await shell.precacheShell()
    host.clear()
    const response = await shell.serveShell(get(path))
    expect([response.status, await response.text()]).toEqual([200, path === '/assets/a.js' ? 'page()' : PAGE])
  })

  it('puts the policy on the page though the host sent none, and only on pages', async () => {
    const { shell } = setUp()
    await shell.precacheShell()
    expect((await shell.serveShell(get('/'))).headers.get('Content-Security-Policy')).toBe("default-src 'none'")
    expect((await shell.serveShell(get('/other.html'))).headers.get('Content-Security-Policy')).toBe("default-src 'none'")
    expect((await shell.serveShell(get('/assets/a.js'))).headers.has('Content-Security-Policy')).toBe(false)
  })

  it('answers HEAD without a body', async () => {
    const { shell } = setUp()
    await shell.precacheShell()
    expect(await (await shell.serveShell(get('/', { method: 'HEAD' }))).text()).toBe('')
  })

  it('fetches again what the browser has evicted, and keeps it', async () => {
    const { shell, caches, asked } = setUp()
    await shell.precacheShell()
    caches.stores.clear()
    asked.length = 0
    expect(await (await shell.serveShell(get('/assets/a.js'))).text()).toBe('page()')
    await shell.serveShell(get('/assets/a.js'))
    expect(asked).toHaveLength(1)
  })

  it('never mixes versions: a newer page is not kept as this one', async () => {
    const { shell, caches, host } = setUp()
    host.set('/', () => html(PAGE.replace('1-a', '1-b')))
    expect(await (await shell.serveShell(get('/'))).text()).toContain('1-b')
    expect(caches.stores.get('swipfs-shell-1-a')?.size).toBe(0)
  })

  it('leaves the rest to the network and keeps none of it', async () => {
    const { shell, caches, asked } = setUp()
    expect(await (await shell.serveShell(get('/other.html'))).text()).toBe('other')
    expect(asked).toHaveLength(1)
    expect(caches.stores.size).toBe(0)
  })

  it('passes a visit on as its own request, by which the host knows that the node is there', async () => {
    const { shell, asked } = setUp()
    const visit = Object.defineProperty(get('/other.html', { headers: { 'Accept-Language': 'de' } }), 'mode', { value: 'navigate' })
    expect(await (await shell.serveShell(visit)).text()).toBe('other')
    expect(asked.map(({ url, mode, redirect, headers }) => [url, mode === 'navigate', redirect, headers.get('accept-language')])).toEqual([[`${ORIGIN}/other.html`, false, 'manual', 'de']])
  })

  it('has nothing to say of relays where there is no network, which is no error', async () => {
    const { shell } = setUp({ fetch: async () => await Promise.reject(new TypeError('offline')) })
    expect((await shell.serveShell(new Request(`${ORIGIN}/relay.json`))).status).toBe(204)
  })

  it('says in plain text that there is no network', async () => {
    const { shell } = setUp()
    const response = await shell.serveShell(get('/nothing'))
    expect([response.status, response.headers.get('Content-Type')]).toEqual([504, 'text/plain; charset=utf-8'])
  })
})

describe('a browser that does not answer for its caches', () => {
  const SILENT = async (): Promise<never> => await new Promise<never>(() => {})

  beforeEach(() => { vi.useFakeTimers() })
  afterEach(() => { vi.useRealTimers() })

  it('gets the page from the network', async () => {
    const { shell } = setUp({ caches: { open: SILENT, keys: SILENT, delete: SILENT } })
    const answer = shell.serveShell(get('/'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await (await answer).text()).toBe(PAGE)
  })

  it('is waited for where there is no network, and not for ever', async () => {
    const kept = { match: async () => { await new Promise((resolve) => { setTimeout(resolve, 20_000) }); return html('kept') } } as unknown as Cache
    const late = setUp({ caches: { open: async () => kept, keys: SILENT, delete: SILENT } })
    late.host.clear()
    const answer = late.shell.serveShell(get('/'))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await (await answer).text()).toBe('kept')

    const never = setUp({ caches: { open: SILENT, keys: SILENT, delete: SILENT } })
    never.host.clear()
    const none = never.shell.serveShell(get('/'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect((await none).status).toBe(504)
  })

  it('does not hold up a new version', async () => {
    const { shell } = setUp({ caches: { open: SILENT, keys: SILENT, delete: SILENT } })
    const dropped = expect(shell.dropOldShells()).rejects.toThrow('the browser does not answer')
    await vi.advanceTimersByTimeAsync(60_000)
    await dropped
  })
})
