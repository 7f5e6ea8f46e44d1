/** A page that is shown takes the place of its predecessor within this time. */
const LOOK_AFTER_MS = 1000
/** The head of the answer is known: the browser has shown it, or saves it, after this time. */
const SAVED_AFTER_MS = 2000
/** For types that most browsers show. Some show fewer of them: Chromium saves `text/csv`, `image/tiff` and films that it cannot play. */
const NOT_SHOWN_AFTER_MS = 6000

/** Documents: every browser shows them, and some are redirected to an origin of their own, which takes as long as the network does. */
const DOCUMENT = /^(?:text\/html|(?:text|application)\/xml|[^;]+\+xml)\s*(?:;|$)/i
const SHOWN = /^(?:text|image|audio|video)\/|^application\/(?:json|javascript|pdf|[^;]+\+json)\s*(?:;|$)/i

/**
 * Finds out whether the navigation to this page's own address, begun just now, has become a download: the browser saves the file, and
 * the page stays. No event of the browser says so. The worker is asked for the head of the same answer; if the page is still there a
 * while later, the file is saved.
 *
 * @param url - the address, with or without its fragment
 * @returns true for a download; false if it may still be shown. Never resolves if the page goes away.
 */
export async function becomesDownload (url: string): Promise<boolean> {
  await delay(LOOK_AFTER_MS)
  const answer = await fetch(url, { method: 'HEAD' }).catch(() => undefined)
  const afterMs = answer?.ok === true ? savedAfterMs(answer.headers) : undefined

  if (afterMs == null) {
    return false
  }

  await delay(afterMs)
  return true
}

/**
 * Returns how long a page has to wait, in milliseconds, until it is sure that an answer with these headers was saved.
 *
 * @returns undefined if it is never saved
 */
export function savedAfterMs (headers: Headers): number | undefined {
  const type = headers.get('content-type') ?? ''

  if (/^\s*attachment/i.test(headers.get('content-disposition') ?? '')) {
    return SAVED_AFTER_MS
  }

  if (type === '' || DOCUMENT.test(type)) {
    return undefined
  }

  return SHOWN.test(type) ? NOT_SHOWN_AFTER_MS : SAVED_AFTER_MS
}

async function delay (ms: number): Promise<void> {
  await new Promise((resolve) => { setTimeout(resolve, ms) })
}
