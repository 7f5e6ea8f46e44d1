import { askAside } from '../../lib/background/ask-aside.ts'
import type { MarkdownNode } from '../../lib/background/markdown-node.ts'

/**
 * Parses Markdown in a background worker.
 *
 * @returns the blocks to render; undefined if parsing fails or takes too long
 */
export async function parseAside (
  text: string,
  { signal }: { signal: AbortSignal }
): Promise<{ blocks: MarkdownNode[]; isCut: boolean } | undefined> {
  return await askAside('markdown', text, { signal })
}
