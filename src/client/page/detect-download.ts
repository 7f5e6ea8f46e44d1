/** Time within which a displayed page replaces this one. */
const LOOK_AFTER_MS = 1000
/** Time after the response head within which the browser has displayed the page, or saves it. */
const SAVED_AFTER_MS = 2000
/**
 * Same for types that most browsers display. Some browsers save a few of them: Chromium saves `text/csv`, `image/tiff`
 * and videos that it cannot play.
 */
const NOT_SHOWN_AFTER_MS = 6000

/**
 * Document types: all browsers display them. Some are redirected to their own origin, which takes as long as the
 * network does.
 */
const DOCUMENT = /^(?:text\/html|(?:text|application)\/xml|[^;]+\+xml)\s*(?:;|$)/i
const SHOWN = /^(?:text|image|audio|video)\/|^application\/(?:json|javascript|pdf|[^;]+\+json)\s*(?:;|$)/i

/**
 * Detects whether a navigation to this page's own address, which was just started, became a download: the browser saves
 * the file, and this page stays. There is no event for it. Requests the head of the same answer from the worker. If the
 * page still exists a while later, the file is being saved.
 *
 * @param url - the address, with or without its fragment
 * @returns true for a download; false if it may still be displayed. Never resolves if the page is replaced.
 */
export async function detectDownload (url: string): Promise<boolean> {
  await delayMs(LOOK_AFTER_MS)
  const answer = await fetch(url, { method: 'HEAD' }).catch(() => undefined)
  const afterMs = answer?.ok === true ? savedAfterMs(answer.headers) : undefined

  if (afterMs == null) {
    return false
  }

  await delayMs(afterMs)
  return true
}

/**
 * Returns the time after which a response with these headers was certainly saved, in milliseconds.
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

async function delayMs (ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
