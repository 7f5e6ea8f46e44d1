/** Firefox and its forks say `Gecko/20100101` or `Gecko/153.0`; Chromium and WebKit say `like Gecko` alone. */
const GECKO = /\bGecko\/\d/

/**
 * Whether the browser stops a worker in the middle of an answer, and ends the body as if it were whole.
 *
 * Firefox 153 does: 30 s after the worker's last event, or 60 s while `waitUntil` is pending. Nothing but the user agent tells
 * this in advance, since the behaviour shows only when the worker is gone. See `docs/browsers.md` for the measurements.
 */
export function cutsAnswersSilently (userAgent: string = globalThis.navigator?.userAgent ?? ''): boolean {
  return GECKO.test(userAgent)
}
