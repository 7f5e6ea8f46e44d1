import { askAside } from '../../lib/background/ask-aside.ts'
import type { CodeLanguage, CodeToken } from '../../lib/background/highlight-lines.ts'

/**
 * Highlights code in a background worker.
 *
 * @returns the tokens of each line; undefined if highlighting fails or takes too long
 */
export async function highlightAside (
  text: string,
  language: CodeLanguage,
  { signal }: { signal: AbortSignal }
): Promise<CodeToken[][] | undefined> {
  return await askAside('highlight', { text, language }, { signal })
}
