import folder from './folder-reader/folder-reader.ts?worker&url'
import markdown from './markdown/markdown-worker.ts?worker&url'

/** What runs beside the page, each a script of its own. */
const SCRIPTS = { folder, markdown }

interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (name: string) => string }) => { createScriptURL: (name: string) => string }
}

const rules = { createScriptURL: (name: string) => SCRIPTS[name as keyof typeof SCRIPTS] }
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('swipfs-aside', rules) ?? rules

/** A worker beside the page. Whoever makes it ends it. */
export function asideWorker (name: keyof typeof SCRIPTS): Worker {
  return new Worker(policy.createScriptURL(name), { type: 'module' })
}
