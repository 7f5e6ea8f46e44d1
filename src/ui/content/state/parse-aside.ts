import { asideWorker } from '../../lib/background/aside-worker.ts'
import type { MarkdownNode } from '../../lib/background/markdown-node.ts'

/** Timeout: realistic texts of this size parse faster. */
const MAX_PARSING_MS = 5000

/**
 * Parses Markdown in a background worker.
 *
 * @returns the blocks to render; undefined if parsing fails or takes too long
 */
export async function parseAside (
  text: string,
  { signal }: { signal: AbortSignal }
): Promise<{ blocks: MarkdownNode[]; isCut: boolean } | undefined> {
  const worker = asideWorker('markdown')

  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error)
      })
      setTimeout(() => {
        resolve(undefined)
      }, MAX_PARSING_MS)
      worker.addEventListener('message', ({ data }) => {
        resolve(data)
      })
      // A text that breaks the parser, or a script that failed to load.
      worker.addEventListener('error', () => {
        resolve(undefined)
      })
      worker.addEventListener('messageerror', () => {
        resolve(undefined)
      })
      worker.postMessage(text)
    })
  } finally {
    worker.terminate()
  }
}
