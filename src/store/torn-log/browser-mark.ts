import { answered } from '../../async/answered.ts'
import type { Mark } from './mark.ts'

/** The part of `cookieStore` that is used here. Chromium's workers have it. */
export interface SessionCookies {
  get: (name: string) => Promise<object | null>
  set: (cookie: { name: string, value: string, sameSite: 'strict' }) => Promise<void>
  delete: (name: string) => Promise<void>
}

/**
 * A mark that is there as long as the browser runs: a cookie without an expiry ends with it. One that restores its
 * last session keeps it, too, where it was closed in order, and drops it where it was killed (measured in Chromium). The cookie says nothing but
 * that it is there. A browser that keeps no cookies has none.
 *
 * @param name - of the cookie. With `__Host-` before it no site on a host below can set it, which could hide a crash so
 */
export function browserMark (cookies: SessionCookies, name: string): Mark {
  return {
    isSet: async () => await answered(() => cookies.get(name)) != null,
    set: async () => { await cookies.set({ name, value: '1', sameSite: 'strict' }) },
    clear: async () => { await cookies.delete(name) }
  }
}
