/** The part of `cookieStore` that is used here. Chromium's workers have it. */
export interface SessionCookies {
  get: (name: string) => Promise<object | null>
  set: (cookie: { name: string, value: string, sameSite: 'strict' }) => Promise<void>
}

/**
 * Whether the browser has been running since this was asked last: a cookie without an expiry ends with it. One that restores its
 * last session keeps it, too, where it was closed in order, and drops it where it was killed (measured in Chromium). The cookie says nothing but
 * that it is there. A browser that keeps no cookies is never the same one.
 *
 * @param name - of the cookie. With `__Host-` before it no site on a host below can set it, which could hide a crash so
 */
export async function isSameBrowser (cookies: SessionCookies, name: string): Promise<boolean> {
  try {
    if (await cookies.get(name) != null) {
      return true
    }

    await cookies.set({ name, value: '1', sameSite: 'strict' })
  } catch {
    // cookies are blocked
  }

  return false
}
