import { withAnswerTimeout } from '../../src/async/promises/answer-timeout.ts'
import { settledWithin } from '../../src/async/promises/settled-within.ts'
import { withoutBase } from '../scope/base-path.ts'
import { loadShellFile } from './load-shell-file.ts'
import { PrecachedPaths } from './precached-paths.ts'
import { rangeResponse } from './range-response.ts'
import { isHtml } from './shell-file.ts'
import type { ShellFile } from './shell-file.ts'

/** Prefix of the shell's caches, before the version. Other caches are not touched. */
export const SHELL_CACHE_PREFIX = 'swipfs-shell-'

/** Time after which the network is tried if the browser has not answered a cache lookup. */
const SOON_MS = 3000

/** Time after which the lookup fails if the network fails too. */
const AT_LAST_MS = 30_000

/** The list of relays, which is always requested from the host. */
const RELAY = '/relay.json'

/** The fallback page for routes of a single-page app, which a host may not know. */
export interface NavigateFallback {
  /** the page, one of the precached files */
  url: string
  /** Path and query must match one of these; all are allowed by default. */
  allow?: readonly RegExp[]
  /** Path and query must match none of these. */
  deny?: readonly RegExp[]
}

export interface ShellDeps {
  version: string
  /** prefix of cache names, for a worker that serves a folder: other folders of this origin have other workers */
  prefix?: string
  files: readonly ShellFile[]
  /** whether a file answers requests with any query, not only with known tracking parameters */
  anyQuery?: boolean
  /** for routes of a single-page app; none by default */
  navigateFallback?: NavigateFallback | undefined
  /** returns headers that are set on the HTML at a path, overriding those of the host */
  headersOf: (path: string) => Readonly<Record<string, string>>
  caches: Pick<CacheStorage, 'open' | 'delete' | 'keys'>
  fetch: (request: Request) => Promise<Response>
  /** origin of the worker, such as `http://node.localhost:4173` */
  origin: string
  /** Whether a newer version is being installed. Its shell must not be deleted. */
  updatePending: () => boolean
}

/**
 * The app shell in the Cache API: never content, and one cache per version. A page of a version is served with the
 * files of that version, with or without a network.
 */
export class ShellCache {
  readonly #deps: ShellDeps
  readonly #prefix: string
  /** name of the cache of this version */
  readonly #name: string
  readonly #paths: PrecachedPaths

  constructor (deps: ShellDeps) {
    this.#deps = deps
    this.#prefix = deps.prefix ?? SHELL_CACHE_PREFIX
    this.#name = this.#prefix + deps.version
    this.#paths = new PrecachedPaths(deps.files.map(({ url }) => url), { anyQuery: deps.anyQuery })
  }

  /**
   * Caches all files or none: a worker with an incomplete shell must not be installed.
   *
   * @throws the error of {@link loadShellFile}, unless the file is optional
   */
  async precacheShell (): Promise<void> {
    const { files, caches, origin } = this.#deps
    const responses = await Promise.all(files.map(async ({ url }) => await this.#loadOptional(url)))
    const cache = await caches.open(this.#name)
    try {
      await Promise.all(responses.map(async (response, i) => {
        if (response != null) {
          await cache.put(origin + files[i].url, response)
        }
      }))
    } catch (err) {
      await caches.delete(this.#name)
      throw err
    }
  }

  /** Deletes the caches of other versions. */
  async dropOldShells (): Promise<void> {
    const { caches, updatePending } = this.#deps
    if (updatePending()) {
      return // the next activation deletes both
    }
    const old = (await withAnswerTimeout(async () => await caches.keys())).filter((key) =>
      key.startsWith(this.#prefix) && key !== this.#name
    )
    await Promise.all(old.map(async (key) => await withAnswerTimeout(async () => await caches.delete(key))))
  }

  /** Returns whether a request is for one of the cached files. */
  keeps (request: Pick<Request, 'url' | 'method'>): boolean {
    return this.#pathOf(request) != null
  }

  /** Answers a request for a cached file, or for a route of a single-page app; returns undefined for any other. */
  answer (request: Request): Promise<Response> | undefined {
    if (this.keeps(request)) {
      return this.serveShell(request)
    }

    return this.isRoute(request) ? this.serveRoute(request) : undefined
  }

  /** Answers with a cached file, or with the response of the host for any other request. */
  async serveShell (request: Request): Promise<Response> {
    const path = this.#pathOf(request)
    const response = path == null ? undefined : await this.#cachedFile(path)
    return response == null ? await this.#fetchFromHost(request) : await this.#respond(response, request)
  }

  /** Returns whether a request opens a route of a single-page app. */
  isRoute ({ url, method, mode }: Request): boolean {
    const { navigateFallback, origin } = this.#deps
    const { origin: to, pathname, search } = new URL(url)
    const { allow = [/^/], deny = [] } = navigateFallback ?? {}
    const matches = (rules: readonly RegExp[]): boolean => rules.some((rule) => (pathname + search).search(rule) >= 0)
    return navigateFallback != null && mode === 'navigate' && method === 'GET' && to === origin && matches(allow) &&
      !matches(deny)
  }

  /** Answers with the host's response, or with the fallback page if the host cannot be reached or is too slow. */
  async serveRoute (request: Request): Promise<Response> {
    const { fetch, navigateFallback } = this.#deps
    const network = fetch(request)
    const settled = await settledWithin(network, SOON_MS)

    if (settled !== 'late' && 'value' in settled) {
      return settled.value
    }

    const page = this.#paths.find({ pathname: navigateFallback!.url, search: '' })
    const response = page == null ? undefined : await this.#cachedFile(page)
    return response == null ? await network : await this.#respond(response, request)
  }

  /** Returns the listed path of the file that a request is for. */
  #pathOf ({ url, method }: Pick<Request, 'url' | 'method'>): string | undefined {
    const parsed = new URL(url)
    return parsed.origin === this.#deps.origin && (method === 'GET' || method === 'HEAD')
      ? this.#paths.find(parsed)
      : undefined
  }

  async #load (path: string): Promise<Response> {
    return await loadShellFile(this.#deps.files.find(({ url }) => url === path)!, this.#deps)
  }

  /** Loads a file; resolves with undefined if the file is optional and the host does not have it. */
  async #loadOptional (path: string): Promise<Response | undefined> {
    return await this.#load(path).catch((err: Error & { isOptional?: boolean }) => {
      if (err.isOptional === true) {
        return undefined
      }
      throw err
    })
  }

  /** Reads a file from the cache. Loads it again if the browser has evicted it, or does not answer. */
  async #cachedFile (path: string): Promise<Response | undefined> {
    const { caches, origin } = this.#deps
    const cached = caches.open(this.#name).then(async (cache) => await cache.match(origin + path)).catch(() =>
      undefined
    )
    return await foundWithin(cached, SOON_MS) ??
      await this.#load(path).then((loaded) => this.#store(path, loaded)).catch(() => undefined) ??
      await foundWithin(cached, AT_LAST_MS)
  }

  #store (path: string, response: Response): Response {
    const { caches, origin } = this.#deps
    const copy = response.clone()
    // Not awaited: the disk may be full, or the browser may not answer.
    caches.open(this.#name).then(async (cache) => {
      await cache.put(origin + path, copy)
    }).catch(() => {})
    return response
  }

  async #fetchFromHost (request: Request): Promise<Response> {
    try {
      const response = await this.#deps.fetch(visitOfWorker(request))
      // The browser follows a redirect itself; the request for its target arrives here again.
      return response.type === 'opaqueredirect' || !isHtml(response) ? response : this.#withHeaders(response, request)
    } catch {
      return offlineResponse(request)
    }
  }

  /** Answers a request with a cached file, or with the requested range of it. */
  async #respond (response: Response, request: Request): Promise<Response> {
    const whole = this.#withHeaders(response, request)
    whole.headers.set('Accept-Ranges', 'bytes')
    return await rangeResponse(request, whole)
  }

  #withHeaders (response: Response, request: Request): Response {
    const copy = new Headers(response.headers)
    if (isHtml(response)) {
      for (const [key, value] of Object.entries(this.#deps.headersOf(new URL(request.url).pathname))) {
        copy.set(key, value)
      }
    }
    const body = request.method === 'HEAD' ? null : response.body
    return new Response(body, { status: response.status, statusText: response.statusText, headers: copy })
  }
}

/** Answers a request for a file that is not cached, while the host cannot be reached. */
function offlineResponse (request: Request): Response {
  // The page requests this at each start. A missing file is no error, for which browsers would log a message.
  if (withoutBase(new URL(request.url).pathname) === RELAY) {
    return new Response(null, { status: 204 })
  }

  return new Response('The network is unavailable, and this file is not stored for offline use.\n', {
    status: 504,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store'
    }
  })
}

async function foundWithin<T> (kept: Promise<T | undefined>, ms: number): Promise<T | undefined> {
  const settled = await settledWithin(kept, ms)
  return settled !== 'late' && 'value' in settled ? settled.value : undefined
}

/**
 * Copies a navigation into a request of the worker, so that the host knows that the node is installed. A visitor of
 * `/webui/` without a node gets the bootstrap (`scripts/serve/static-server/route.mjs`).
 */
function visitOfWorker (request: Request): Request {
  const { url, mode, method, headers, cache, signal } = request
  return mode === 'navigate' && method === 'GET'
    ? new Request(url, { headers, cache, redirect: 'manual', signal })
    : request
}
