/** Where the worker's script lies; its scope is the whole origin. */
export const WORKER_URL = '/sw.js'

interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => { createScriptURL: (url: string) => unknown }
}

let trusted: unknown

/**
 * The shell's policy demands Trusted Types; this is the one place that makes a
 * script URL, and it makes only this one.
 */
export function workerUrl (): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  trusted ??= types?.createPolicy('swipfs', { createScriptURL: () => WORKER_URL }).createScriptURL(WORKER_URL) ?? WORKER_URL
  return trusted as string
}
