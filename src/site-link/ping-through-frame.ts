import type { PingHome } from '../client/protocol/site-messages.ts'
import { addSiteFrame } from './get-port.ts'
import type { SiteFrame } from './get-port.ts'

/** Time after the last ping for which a temporary frame is kept. */
const KEEP_FRAME_MS = 30_000

let temporary: SiteFrame | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Pings the worker of the home node through a frame of this site: a policy of the page may forbid a frame of the home
 * node, but rarely one of the page's own origin.
 *
 * @param kept - a permanent frame, if the page has one
 */
export function pingThroughFrame (frameUrl: string, kept: SiteFrame | undefined): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    temporary?.element.remove()
    temporary = undefined
  }, KEEP_FRAME_MS)

  if (temporary?.element.isConnected === false) {
    temporary = undefined
  }

  const { element, loaded } = kept?.element.isConnected === true ? kept : temporary ??= addSiteFrame(frameUrl)

  loaded.then(() => {
    element.contentWindow?.postMessage({ type: 'swipfs-ping' } satisfies PingHome, location.origin)
  }, () => {}) // the worker asks again
}
