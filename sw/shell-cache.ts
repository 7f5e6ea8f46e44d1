import { answered } from '../src/async/answered.ts'
import { settledWithin } from '../src/async/settled-within.ts'

/** Caches of the shell begin so; the version follows. No other cache is touched. */
export const SHELL_CACHE_PREFIX = 'swipfs-shell-'

/** A browser that has not said for so long whether it has a file: the network is asked meanwhile. */
const SOON_MS = 3000

/** … and where there is none either, it has none. */
const AT_LAST_MS = 30_000

/** Which relays there are the host says at that moment, or nobody. */
const RELAY = '/relay.json'

export interface ShellDeps {
  version: string
  /** of the names of its caches, where the worker serves a folder: another folder of this origin has another worker */
  prefix?: string
  /** whether HTML has its version in it, by which a deployment that is only half there shows; yes when left out */
  marksHtml?: boolean
  /** paths, `/` among them */
  urls: readonly string[]
  /** put on the HTML at a path, whatever the host sent */
  headersOf: (path: string) => Readonly<Record<string, string>>
  caches: Pick<CacheStorage, 'open' | 'delete' | 'keys'>
  fetch: (request: Request) => Promise<Response>
  /** of this worker, e.g. `http://node.localhost:4173` */
  origin: string
  /** whether a still newer version is being installed: its shell is not ours to drop */
  updatePending: () => boolean
}

export interface ShellCache {
  precacheShell: () => Promise<void>
  dropOldShells: () => Promise<void>
  serveShell: (request: Request) => Promise<Response>
  /** whether a request is for one of the files that are kept */
  keeps: (request: Request) => boolean
}

/** The page of another version: deployed half, or a cache on the way is behind. */
export class ShellMismatchError extends Error {
  static override readonly name = 'ShellMismatchError'
  override readonly name = 'ShellMismatchError'
}

/**
 * The app shell in the Cache API: only it, never content, one cache a version.
 * A version's page is served with that version's files, with or without network.
 */
export function createShellCache ({ version, prefix = SHELL_CACHE_PREFIX, marksHtml = true, urls, headersOf, caches, fetch, origin, updatePending }: ShellDeps): ShellCache {
  const name = prefix + version
  const known = new Set(urls)

  /** @throws when the host does not give this file as it belongs to this version */
  async function load (path: string): Promise<Response> {
    const response = await fetch(new Request(origin + path, { cache: 'reload', credentials: 'same-origin' }))
    // what was redirected cannot answer a navigation later
    if (!response.ok || response.redirected) {
      throw new TypeError(`${path} of the app shell: HTTP ${response.status}${response.redirected ? ' after a redirect' : ''}`)
    }
    if (marksHtml && isHtml(response) && !(await response.clone().text()).includes(`"${version}"`)) {
      throw new ShellMismatchError(`${path} is not of version ${version}`)
    }
    return response
  }

  /** All or nothing: a worker with half a shell must not be installed. */
  async function precacheShell (): Promise<void> {
    const responses = await Promise.all(urls.map(load))
    const cache = await caches.open(name)
    try {
      await Promise.all(responses.map(async (response, i) => { await cache.put(origin + urls[i], response) }))
    } catch (err) {
      await caches.delete(name)
      throw err
    }
  }

  async function dropOldShells (): Promise<void> {
    if (updatePending()) {
      return // the next activation drops both
    }
    const old = (await answered(async () => await caches.keys())).filter((key) => key.startsWith(prefix) && key !== name)
    await Promise.all(old.map(async (key) => await answered(async () => await caches.delete(key))))
  }

  function keeps ({ url, method }: Request): boolean {
    return new URL(url).origin === origin && known.has(pathOf({ url })) && (method === 'GET' || method === 'HEAD')
  }

  async function serveShell (request: Request): Promise<Response> {
    const path = pathOf(request)

    if (keeps(request)) {
      const kept = caches.open(name).then(async (cache) => await cache.match(origin + path)).catch(() => undefined)
      // the browser may have evicted it, or not answer
      const response = await foundWithin(kept, SOON_MS) ?? await load(path).then((loaded) => keep(path, loaded)).catch(() => undefined) ?? await foundWithin(kept, AT_LAST_MS)
      if (response != null) {
        return answer(response, request)
      }
    }
    return await fromNetwork(request)
  }

  function keep (path: string, response: Response): Response {
    const copy = response.clone()
    // not waited for: the disk may be full, or the browser not answer
    caches.open(name).then(async (cache) => { await cache.put(origin + path, copy) }).catch(() => {})
    return response
  }

  async function fromNetwork (request: Request): Promise<Response> {
    try {
      const response = await fetch(visitOfWorker(request))
      // a redirect is for the browser to follow; its answer comes through here again
      return response.type === 'opaqueredirect' || !isHtml(response) ? response : answer(response, request)
    } catch {
      // the page asks for it at each start: that nobody knows is no error, of which a browser would complain
      if (new URL(request.url).pathname === RELAY) {
        return new Response(null, { status: 204 })
      }

      return new Response('There is no network, and this is not kept for use without one.\n', {
        status: 504,
        headers: { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' }
      })
    }
  }

  function answer (response: Response, request: Request): Response {
    const copy = new Headers(response.headers)
    if (isHtml(response)) {
      for (const [key, value] of Object.entries(headersOf(new URL(request.url).pathname))) copy.set(key, value)
    }
    const body = request.method === 'HEAD' ? null : response.body
    return new Response(body, { status: response.status, statusText: response.statusText, headers: copy })
  }

  return { precacheShell, dropOldShells, serveShell, keeps }
}

async function foundWithin<T> (kept: Promise<T | undefined>, ms: number): Promise<T | undefined> {
  const settled = await settledWithin(kept, ms)
  return settled !== 'late' && 'value' in settled ? settled.value : undefined
}

/**
 * A visit as a request of the worker, by which the host knows that the node is there: who visits `/webui/` without one gets the bootstrap
 * (`scripts/static-server/route.mjs`).
 */
function visitOfWorker (request: Request): Request {
  const { url, mode, method, headers, cache, signal } = request
  return mode === 'navigate' && method === 'GET' ? new Request(url, { headers, cache, redirect: 'manual', signal }) : request
}

function pathOf ({ url }: Pick<Request, 'url'>): string {
  const { pathname } = new URL(url)
  return pathname === '/index.html' ? '/' : pathname
}

function isHtml (response: Response): boolean {
  return response.headers.get('Content-Type')?.startsWith('text/html') === true
}
