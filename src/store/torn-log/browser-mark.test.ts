import { expect, it } from 'vitest'
import { sessionCookies } from '../../testing/http/session-cookies.ts'
import { browserMark } from './browser-mark.ts'

it('exists from when it is set until the browser ends, or it is cleared', async () => {
  const cookies = sessionCookies()
  const [a, b] = [browserMark(cookies, 'a'), browserMark(cookies, 'b')]
  expect(await a.isSet()).toBe(false)
  await a.set()
  expect([await a.isSet(), await b.isSet(), await browserMark(sessionCookies(), 'a').isSet()]).toEqual([
    true,
    false,
    false
  ])
  await a.clear()
  expect(await a.isSet()).toBe(false)
})
