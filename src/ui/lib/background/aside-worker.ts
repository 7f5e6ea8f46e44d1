import folder from './folder-reader.ts?worker&url'
import highlight from './highlight-worker.ts?worker&url'
import markdown from './markdown-worker.ts?worker&url'

/** Scripts that run in background workers of the page. */
const SCRIPTS = { folder, highlight, markdown }

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (name: string) => string }
  ) => { createScriptURL: (name: string) => string }
}

const rules = { createScriptURL: (name: string) => SCRIPTS[name as keyof typeof SCRIPTS] }
/** Trusted Types policy; hosts have had this name in their headers since the first of these scripts. */
const POLICY = 'swipfs-markdown'
let policy: typeof rules | undefined

/** Starts a background worker of the page. The caller must end it. */
export function asideWorker (name: keyof typeof SCRIPTS): Worker {
  policy ??= (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(POLICY, rules) ?? rules
  return new Worker(policy.createScriptURL(name), { type: 'module' })
}
