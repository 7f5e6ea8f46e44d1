import { expect, it } from 'vitest'
import { browserMark } from './browser-mark.ts'
import type { SessionCookies } from './browser-mark.ts'

/** The cookies of a browser session. */
function session (): SessionCookies {
  const names = new Set<string>()
  return {
    get: async (name) => names.has(name) ? {} : null,
    set: async ({ name }) => {
      names.add(name)
    },
    delete: async (name) => {
      names.delete(name)
    }
  }
}

it('exists from when it is set until the browser ends, or it is cleared', async () => {
  const cookies = session()
  const [a, b] = [browserMark(cookies, 'a'), browserMark(cookies, 'b')]
  expect(await a.isSet()).toBe(false)
  await a.set()
  expect([await a.isSet(), await b.isSet(), await browserMark(session(), 'a').isSet()]).toEqual([true, false, false])
  await a.clear()
  expect(await a.isSet()).toBe(false)
})
