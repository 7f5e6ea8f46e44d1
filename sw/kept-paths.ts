/** Query parameters that campaigns add to links. They select nothing on the host (the same ones that Workbox ignores). */
const TRACKING = /^(?:utm_|fbclid$)/

/** Finds the file of the app shell that answers a URL. */
export class KeptPaths {
  readonly #byPath = new Map<string, string>()
  readonly #anyQuery: boolean

  /**
   * @param urls - of the files, as paths with a leading `/`
   * @param options - anyQuery: no query selects another file on this host
   */
  constructor (urls: readonly string[], { anyQuery = false }: { anyQuery?: boolean } = {}) {
    urls.forEach((url) => { this.#byPath.set(canonical(url), url) })
    this.#anyQuery = anyQuery
  }

  /**
   * Returns the listed path of the file that answers a URL of this origin. `/` and `/index.html` are one file, and a page without its
   * ending is found too, as hosts with clean URLs serve it. A query other than of campaigns asks for something else.
   */
  find ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string | undefined {
    const query = this.#anyQuery ? '' : withoutTracking(search)
    const path = canonical(pathname)

    if (query !== '') {
      return this.#byPath.get(canonical(pathname + query))
    }

    return this.#byPath.get(path) ??
      (path.endsWith('/index.html') ? this.#byPath.get(path.slice(0, -'index.html'.length)) : undefined) ??
      this.#byPath.get(path.endsWith('/') ? `${path}index.html` : `${path}.html`)
  }
}

function withoutTracking (search: string): string {
  const kept = search.slice(1).split('&').filter((pair) => pair !== '' && !TRACKING.test(decoded(pair.split('=', 1)[0])))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/** One spelling for each path: browsers leave some characters as they are that a list has percent-encoded, and the other way round. */
function canonical (url: string): string {
  const [path, ...query] = url.split('?')
  return [path.split('/').map((part) => encodeURIComponent(decoded(part))).join('/'), ...query].join('?')
}

function decoded (text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a lone %
  }
}
