import { withAnswerTimeout } from '../../async/promises/answer-timeout.ts'
import type { Mark } from './log-guard.ts'

/** The subset of `cookieStore` that is used. Only Chromium has it in workers. */
export interface SessionCookies {
  get: (name: string) => Promise<object | null>
  set: (cookie: { name: string; value: string; sameSite: 'strict' }) => Promise<void>
  delete: (name: string) => Promise<void>
}

/**
 * Returns a mark that exists as long as the browser runs: a session cookie. A browser that restores its last session
 * keeps it after a clean exit, and drops it after a crash (tested in Chromium). The value of the cookie has no meaning.
 * If cookies are blocked, the mark is never set.
 *
 * @param name - of the cookie. With the prefix `__Host-`, no site on a subdomain can set it, which could hide a crash
 */
export function browserMark (cookies: SessionCookies, name: string): Mark {
  return {
    isSet: async () => await withAnswerTimeout(() => cookies.get(name)) != null,
    set: async () => {
      await cookies.set({ name, value: '1', sameSite: 'strict' })
    },
    clear: async () => {
      await cookies.delete(name)
    }
  }
}
