const CONTENT = /^\/(?:[^/]+\/)?ip[fn]s\//
const THIS_DEVICE = /^(?:localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/

/**
 * Returns whether the policy of the page has blocked a request for content because it was redirected. The policy allows
 * the page's own origin, and the page asks no other. So a blocked content path of its own was redirected elsewhere.
 *
 * @param blocked - `blockedURI` of the violation: the address before the redirect, or in some browsers after it
 * @param origin - of the page
 */
export function isLedAway (blocked: string, origin: string): boolean {
  if (!URL.canParse(blocked)) {
    return false
  }

  const url = new URL(blocked)
  return url.origin === origin ? CONTENT.test(url.pathname) : THIS_DEVICE.test(url.hostname)
}
