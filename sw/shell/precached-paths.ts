/** Query parameters that campaigns add to links. They select nothing on the host (the same list as in Workbox). */
const TRACKING = /^(?:utm_|fbclid$)/

/** Finds the app shell file for a URL. */
export class PrecachedPaths {
  readonly #byPath = new Map<string, string>()
  readonly #anyQuery: boolean

  /**
   * @param urls - paths of the files, with a leading `/`
   * @param options - anyQuery: whether queries select no other file on this host
   */
  constructor (urls: readonly string[], { anyQuery = false }: { anyQuery?: boolean } = {}) {
    urls.forEach((url) => {
      this.#byPath.set(canonicalUrl(url), url)
    })
    this.#anyQuery = anyQuery
  }

  /**
   * Returns the listed path of the file for a URL of this origin. `/` and `/index.html` are one file. A page is also
   * found without its extension, as on hosts with clean URLs. A query selects something else, unless it consists of
   * campaign parameters.
   */
  find ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string | undefined {
    const query = this.#anyQuery ? '' : withoutTracking(search)
    const path = canonicalUrl(pathname)

    if (query !== '') {
      return this.#byPath.get(canonicalUrl(pathname + query))
    }

    return this.#byPath.get(path) ??
      (path.endsWith('/index.html') ? this.#byPath.get(path.slice(0, -'index.html'.length)) : undefined) ??
      this.#byPath.get(path.endsWith('/') ? `${path}index.html` : `${path}.html`)
  }
}

function withoutTracking (search: string): string {
  const kept = search.slice(1).split('&').filter((pair) =>
    pair !== '' && !TRACKING.test(decodePart(pair.split('=', 1)[0]))
  )
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/** Normalizes the spelling of a path: browsers and file lists percent-encode different characters. */
function canonicalUrl (url: string): string {
  const [path, ...query] = url.split('?')
  return [path.split('/').map((part) => encodeURIComponent(decodePart(part))).join('/'), ...query].join('?')
}

function decodePart (text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a lone %
  }
}
