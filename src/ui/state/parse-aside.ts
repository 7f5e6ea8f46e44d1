import type { MarkdownNode } from '../lib/markdown/markdown-node.ts'
import script from '../lib/markdown/markdown-worker.ts?worker&url'

/** No honest text of this size takes as long. */
const MAX_PARSING_MS = 5000

interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: () => string }) => { createScriptURL: (url: string) => string }
}

const rules = { createScriptURL: () => script }
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('swipfs-markdown', rules) ?? rules

/**
 * Markdown as blocks to draw, parsed beside the page.
 *
 * @returns undefined where it cannot be parsed in a reasonable time
 */
export async function parseAside (text: string, { signal }: { signal: AbortSignal }): Promise<{ blocks: MarkdownNode[], isCut: boolean } | undefined> {
  const worker = new Worker(policy.createScriptURL(''), { type: 'module' })

  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => { reject(signal.reason as Error) })
      setTimeout(() => { resolve(undefined) }, MAX_PARSING_MS)
      worker.addEventListener('message', ({ data }) => { resolve(data) })
      // what breaks the parser, and a script that did not come
      worker.addEventListener('error', () => { resolve(undefined) })
      worker.addEventListener('messageerror', () => { resolve(undefined) })
      worker.postMessage(text)
    })
  } finally {
    worker.terminate()
  }
}
