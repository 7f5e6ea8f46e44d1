/** Time within which a browser starts to read a file. */
const FORGET_AFTER_MS = 60_000

/** The browser's own function, which a page may replace. */
const { click } = HTMLElement.prototype

/**
 * Makes links with a `download` attribute save the answer of the site's worker. Chromium and WebKit send the request of
 * these links past the service worker, to a static host without the content: nothing, or its HTML, would be saved.
 *
 * Links to other origins and `blob:` and `data:` URLs work without help. Clicks that the page handles are left to the
 * page.
 */
export function saveDownloads (): void {
  const seen = new WeakSet<Event>()

  const onClick = (event: Event): void => {
    const link = event.defaultPrevented || seen.has(event) ? undefined : downloadOf(event)

    if (link != null) {
      seen.add(event)
      event.preventDefault()
      void saveDownload(link)
    }
  }

  // Last, so that the page's handlers run first.
  addEventListener('click', onClick)

  // A handler that stops propagation would hide the event from the listener above.
  addEventListener('click', (event) => {
    if (downloadOf(event) != null) {
      for (const name of ['stopPropagation', 'stopImmediatePropagation'] as const) {
        const stop = event[name].bind(event)
        event[name] = () => {
          stop()
          onClick(event)
        }
      }
    }
  }, { capture: true })

  // Scripts often click a link outside of the document. Its event does not propagate.
  HTMLElement.prototype.click = function () {
    if (!this.isConnected) {
      this.addEventListener('click', onClick, { once: true })
    }

    Reflect.apply(click, this, [])
  }
}

interface Download {
  url: URL
  /** value of the attribute, often empty */
  name: string
}

/** Returns the download of a click. Returns undefined if the click is not on a download link of this origin. */
function downloadOf (event: Event): Download | undefined {
  const link = event.composedPath().find((target) =>
    target instanceof HTMLAnchorElement || target instanceof HTMLAreaElement
  )

  if (link?.hasAttribute('download') !== true || link.href === '' || !URL.canParse(link.href)) {
    return undefined
  }

  const url = new URL(link.href)
  return url.origin === location.origin && /^https?:$/.test(url.protocol) ? { url, name: link.download } : undefined
}

async function saveDownload ({ url, name }: Download): Promise<void> {
  let response: Response

  try {
    response = await fetch(url)
  } catch {
    // A policy of the page may forbid the fetch. Opening the file as a download does not leave the page.
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
    setTimeout(() => {
      URL.revokeObjectURL(link.href)
    }, FORGET_AFTER_MS)
  } catch (err) {
    // The browser's own list of downloads would show this error.
    alert(`“${name === '' ? lastName(url) : name}” was not saved: ${(err as Error).message}`)
  }
}

/** Returns the file name of `Content-Disposition` (RFC 6266). */
function sentName ({ headers }: Response): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(headers.get('content-disposition') ?? '') ?? []
  return encoded == null ? undefined : tryDecode(encoded)
}

function lastName ({ pathname }: URL): string {
  return tryDecode(pathname.split('/').findLast((name) => name !== '') ?? 'index.html')
}

function tryDecode (text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
