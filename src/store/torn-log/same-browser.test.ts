import { expect, it } from 'vitest'
import { isSameBrowser } from './same-browser.ts'
import type { SessionCookies } from './same-browser.ts'

/** Cookies of a browser session. */
function session (): SessionCookies {
  const names = new Set<string>()
  return { get: async (name) => names.has(name) ? {} : null, set: async ({ name }) => { names.add(name) } }
}

it('is another one when it is asked first, and the same one until it ends', async () => {
  const first = session()
  expect([await isSameBrowser(first, 'a'), await isSameBrowser(first, 'a'), await isSameBrowser(first, 'b')]).toEqual([false, true, false])
  expect(await isSameBrowser(session(), 'a')).toBe(false)
})

it('is never the same where cookies are blocked', async () => {
  const blocked: SessionCookies = { get: async () => null, set: async () => { throw new DOMException('blocked', 'SecurityError') } }
  expect([await isSameBrowser(blocked, 'a'), await isSameBrowser(blocked, 'a')]).toEqual([false, false])
  expect(await isSameBrowser({ ...blocked, get: async () => { throw new Error('no') } }, 'a')).toBe(false)
})
