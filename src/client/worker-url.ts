/** Where the worker's script lies; its scope is the whole origin. */
export const WORKER_URL = '/sw.js'

interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => { createScriptURL: (url: string) => unknown }
}

/** How a new repo keeps its blocks: packed (the default, fast), or one value a block by package blockstore-idb. */
export type BlockstoreKind = 'packed-idb' | 'idb'

const URLS: Record<BlockstoreKind, string> = { 'packed-idb': WORKER_URL, idb: `${WORKER_URL}?datastore=idb` }

let policy: { createScriptURL: (kind: string) => unknown } | undefined

/**
 * The shell's policy demands Trusted Types; this is the one place that makes a
 * script URL, and it makes only these.
 */
export function workerUrl (kind: BlockstoreKind = 'packed-idb'): string {
  const rules = { createScriptURL: (kind: string) => URLS[kind as BlockstoreKind] }
  policy ??= (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('swipfs', rules) ?? rules
  return policy.createScriptURL(kind) as string
}
