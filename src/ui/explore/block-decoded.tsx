import { useState } from 'preact/hooks'
import { blockProblem } from '../content/lib/block-problem.ts'
import { readDecoded } from '../content/state/read-block.ts'
import type { ExploredNode } from '../content/state/read-node.ts'
import { ranLine } from '../lib/command/lines/ran-line.ts'
import { t } from '../lib/text/t.ts'
import { RunInConsole } from '../page/controls/run-in-console.tsx'
import { JsonView } from '../page/json/json-view.tsx'
import { Problem } from '../page/loading/problem.tsx'
import { useRead } from '../page/loading/use-read.ts'

/** The decoded block as dag-json. */
export function BlockDecoded ({ node: { cid, rest } }: { node: ExploredNode }) {
  const [open, setOpen] = useState(false)
  const path = cid + rest
  const { value, problem, again } = useRead({
    isWanted: open,
    what: path,
    read: async (options) => await readDecoded(path, options),
    problemOf: blockProblem
  })

  return (
    <details
      onToggle={(event) => {
        setOpen(event.currentTarget.open)
      }}
    >
      <summary>{t('The block, decoded')}</summary>
      {value != null && (
        <JsonView
          text={value.text}
          title={t('The block as dag-json')}
          isCut={value.isCut}
          what={t('The block as dag-json')}
        >
          <RunInConsole line={ranLine('dag/get', [path])} />
        </JsonView>
      )}
      {value?.isCut === true && <p class='facts'>{t('There is more. Only the beginning is shown.')}</p>}
      {problem != null && (
        <Problem problem={problem}>
          <button type='button' onClick={again}>{t('Try again')}</button>
        </Problem>
      )}
    </details>
  )
}
