import { asideWorker } from '../lib/aside-worker.ts'
import type { MarkdownNode } from '../lib/markdown/markdown-node.ts'

/** No honest text of this size takes as long. */
const MAX_PARSING_MS = 5000

/**
 * Markdown as blocks to draw, parsed beside the page.
 *
 * @returns undefined where it cannot be parsed in a reasonable time
 */
export async function parseAside (text: string, { signal }: { signal: AbortSignal }): Promise<{ blocks: MarkdownNode[], isCut: boolean } | undefined> {
  const worker = asideWorker('markdown')

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
