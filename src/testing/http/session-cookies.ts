import type { SessionCookies } from '../../store/torn-log/browser-mark.ts'

/** The cookies of a browser session. */
export function sessionCookies (): SessionCookies {
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
