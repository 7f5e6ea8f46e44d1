import type { KeepHome } from '../client/protocol/site-messages.ts'
import type { SiteFrame } from './get-port.ts'
import { untilShown } from './until-shown.ts'

/** Web Lock with which the pages of a site elect the one that keeps the home node alive. */
const LOCK = 'swipfs-keep-home'

/**
 * Keeps the home node alive while it has peers and a page of this site is open, visible or not. One page of the site
 * holds a frame of the home node for that. A page that is frozen, or in the back/forward cache, does not take part.
 *
 * @param openFrame - adds a permanent frame of the site to the document, or returns the one that is there
 */
export function keepHome (openFrame: () => SiteFrame): void {
  let left = new AbortController()

  const keep = async ({ signal }: AbortController): Promise<void> => {
    await untilShown()
    await untilLoaded()

    await navigator.locks.request(LOCK, { signal }, async () => {
      const { element, loaded } = openFrame()
      await loaded
      element.contentWindow?.postMessage({ type: 'swipfs-keep-home' } satisfies KeepHome, location.origin)
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          resolve()
        })
      })
    })
  }

  const begin = (): void => {
    left.abort()
    left = new AbortController()
    keep(left).catch(() => {}) // the page left, or its policy allows no frame
  }

  const leave = (): void => {
    left.abort()
  }

  document.addEventListener('freeze', leave)
  document.addEventListener('resume', begin)
  addEventListener('pagehide', leave)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) {
      begin()
    }
  })
  begin()
}

/** Resolves when the page has loaded: its own files come first. */
async function untilLoaded (): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise<void>((resolve) => {
      addEventListener('load', () => {
        resolve()
      }, { once: true })
    })
  }
}
