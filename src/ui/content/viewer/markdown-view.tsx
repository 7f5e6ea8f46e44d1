import { useEffect, useState } from 'preact/hooks'
import { askAside } from '../../lib/background/ask-aside.ts'
import type { MarkdownNode } from '../../lib/background/markdown-node.ts'
import { useSteps } from '../../lib/reactive/use-steps.ts'
import { isAbort } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { MarkdownBlocks } from './markdown-blocks.tsx'

import '../../styles/markdown.css'

/** Blocks per rendered frame. */
const STEP = 20

/**
 * A rendered Markdown text.
 *
 * @param path - its content path, the base of its links
 */
export function MarkdownView ({ text, path, title }: { text: string; path: string; title: string }) {
  const [parsed, setParsed] = useState<{ blocks: MarkdownNode[]; isCut: boolean } | 'not'>()
  const blocks = parsed == null || parsed === 'not' ? [] : parsed.blocks
  const shown = useSteps(blocks.length, STEP)

  useEffect(() => {
    const gone = new AbortController()
    parseAside(text, { signal: gone.signal }).then((parsed) => {
      setParsed(parsed ?? 'not')
    }, (err: unknown) => {
      if (!isAbort(err)) {
        setParsed('not')
      }
    })
    return () => {
      gone.abort()
    }
  }, [text])

  if (parsed === 'not') {
    return <p class='facts'>{t('This Markdown is too complex to display. Select “Source” to read it.')}</p>
  }

  return (
    <div
      class='markdown'
      dir='auto'
      tabIndex={0}
      role='region'
      aria-label={t('Content of {title}', { title })}
      aria-busy={parsed == null}
    >
      <MarkdownBlocks blocks={blocks.slice(0, shown)} path={path} />
      {parsed?.isCut === true && <p class='facts'>{t('Only the beginning is shown.')}</p>}
    </div>
  )
}

/**
 * Parses Markdown in a background worker.
 *
 * @returns the blocks to render; undefined if parsing fails or takes too long
 */
async function parseAside (
  text: string,
  { signal }: { signal: AbortSignal }
): Promise<{ blocks: MarkdownNode[]; isCut: boolean } | undefined> {
  return await askAside('markdown', text, { signal })
}
