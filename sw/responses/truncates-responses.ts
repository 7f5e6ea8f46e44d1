/** Firefox and its forks send `Gecko/20100101` or `Gecko/153.0`; Chromium and WebKit only send `like Gecko`. */
const GECKO = /\bGecko\/\d/

/**
 * Whether the browser may stop a worker during an answer, and end the body as if it were complete.
 *
 * Firefox 153 does: 30 s after the worker's last event, or 60 s while `waitUntil` is pending. It can only be detected
 * by the user agent, because the behavior shows after the worker is gone. See `docs/browsers.md`.
 */
export function truncatesResponses (userAgent: string = globalThis.navigator?.userAgent ?? ''): boolean {
  return GECKO.test(userAgent)
}
