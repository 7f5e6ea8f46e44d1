import folder from './folder-reader/folder-reader.ts?worker&url'
import markdown from './markdown/markdown-worker.ts?worker&url'

/** What runs beside the page, each a script of its own. */
const SCRIPTS = { folder, markdown }

interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (name: string) => string }) => { createScriptURL: (name: string) => string }
}

const rules = { createScriptURL: (name: string) => SCRIPTS[name as keyof typeof SCRIPTS] }
/** By the name that hosts have in their headers since the first of these scripts. */
const POLICY = 'swipfs-markdown'
let policy: typeof rules | undefined

/** A worker beside the page. Whoever makes it ends it. */
export function asideWorker (name: keyof typeof SCRIPTS): Worker {
  policy ??= (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(POLICY, rules) ?? rules
  return new Worker(policy.createScriptURL(name), { type: 'module' })
}
