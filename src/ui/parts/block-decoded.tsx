import { useEffect, useState } from 'preact/hooks'
import { isAbort, plainError } from '../lib/plain-error.ts'
import type { PlainError } from '../lib/plain-error.ts'
import { t } from '../lib/t.ts'
import { readDecoded } from '../state/read-block.ts'
import type { ExploredNode } from '../state/read-node.ts'
import { Problem } from './problem.tsx'

/** The block as the node reads it, in dag-json. */
export function BlockDecoded ({ node: { cid, rest } }: { node: ExploredNode }) {
  const [open, setOpen] = useState(false)
  const [decoded, setDecoded] = useState<{ text: string, isCut: boolean }>()
  const [problem, setProblem] = useState<PlainError>()

  useEffect(() => {
    if (!open || decoded != null) return
    const gone = new AbortController()
    readDecoded(cid + rest, { signal: gone.signal }).then(setDecoded, (err: unknown) => { if (!isAbort(err)) setProblem(plainError(err)) })
    return () => { gone.abort() }
  }, [open, cid, rest])

  return (
    <details onToggle={(event) => { setOpen(event.currentTarget.open) }}>
      <summary>{t('The block, decoded')}</summary>
      {decoded != null && <pre class='code' tabIndex={0} role='region' aria-label={t('The block as dag-json')}>{decoded.text}</pre>}
      {decoded?.isCut === true && <p class='facts'>{t('There is more of it; it is cut here.')}</p>}
      {problem != null && <Problem problem={problem} />}
    </details>
  )
}
