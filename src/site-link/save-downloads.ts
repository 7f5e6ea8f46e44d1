/** A browser may take a while to begin with a file. */
const FORGET_AFTER_MS = 60_000

/** The browser's own, which a page may replace. */
const { click } = HTMLElement.prototype

/**
 * Makes links with a `download` attribute save what the site's worker answers. Chromium and WebKit send the click on such a link
 * past the service worker, to a static host that has no content: nothing, or its HTML, would be saved.
 *
 * Links to other origins, `blob:` and `data:` URLs work by themselves, and a click that the page handles is the page's.
 */
export function saveDownloads (): void {
  const seen = new WeakSet<Event>()

  const onClick = (event: Event): void => {
    const link = event.defaultPrevented || seen.has(event) ? undefined : downloadOf(event)

    if (link != null) {
      seen.add(event)
      event.preventDefault()
      void save(link)
    }
  }

  // last of all, so that the page's handlers are asked first
  addEventListener('click', onClick)

  // a handler that stops the event would keep it from this one
  addEventListener('click', (event) => {
    if (downloadOf(event) != null) {
      for (const name of ['stopPropagation', 'stopImmediatePropagation'] as const) {
        const stop = event[name].bind(event)
        event[name] = () => { stop(); onClick(event) }
      }
    }
  }, { capture: true })

  // scripts often click a link that is in no document, which no other element hears of
  HTMLElement.prototype.click = function () {
    if (!this.isConnected) {
      this.addEventListener('click', onClick, { once: true })
    }

    Reflect.apply(click, this, [])
  }
}

interface Download {
  url: URL
  /** the value of the attribute, often empty */
  name: string
}

/** Returns what a click is to save; undefined if it is no click on such a link of this origin. */
function downloadOf (event: Event): Download | undefined {
  const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement || target instanceof HTMLAreaElement)

  if (link?.hasAttribute('download') !== true || link.href === '' || !URL.canParse(link.href)) {
    return undefined
  }

  const url = new URL(link.href)
  return url.origin === location.origin && /^https?:$/.test(url.protocol) ? { url, name: link.download } : undefined
}

async function save ({ url, name }: Download): Promise<void> {
  let response: Response

  try {
    response = await fetch(url)
  } catch {
    // a policy of the page may forbid it to fetch; a file that is opened as one to be saved leaves the page where it is
    url.searchParams.set('download', 'true')
    url.searchParams.set('filename', name === '' ? lastName(url) : name)
    location.assign(url)
    return
  }

  try {
    if (!response.ok) {
      throw new Error(`${response.status} ${(await response.text()).slice(0, 300)}`)
    }

    const link = document.createElement('a')
    link.href = URL.createObjectURL(await response.blob())
    link.download = name === '' ? sentName(response) ?? lastName(url) : name
    Reflect.apply(click, link, [])
    setTimeout(() => { URL.revokeObjectURL(link.href) }, FORGET_AFTER_MS)
  } catch (err) {
    // the browser's own list of downloads would say it
    alert(`“${name === '' ? lastName(url) : name}” was not saved: ${(err as Error).message}`)
  }
}

/** Returns the file name of `Content-Disposition` (RFC 6266). */
function sentName ({ headers }: Response): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(headers.get('content-disposition') ?? '') ?? []
  return encoded == null ? undefined : decoded(encoded)
}

function lastName ({ pathname }: URL): string {
  return decoded(pathname.split('/').findLast((name) => name !== '') ?? 'index.html')
}

function decoded (text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
