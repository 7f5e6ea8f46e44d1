import { useState } from 'preact/hooks'
import { BASE } from '../../client/protocol/base.ts'
import { stayHere } from '../../client/protocol/stay-here.ts'
import { blockProblem } from '../content/lib/block-problem.ts'
import { readBlock } from '../content/state/read-block.ts'
import type { ExploredNode } from '../content/state/read-node.ts'
import { ranLine } from '../lib/command/lines/ran-line.ts'
import { bytes } from '../lib/text/format.ts'
import { t } from '../lib/text/t.ts'
import { RunInConsole } from '../page/controls/run-in-console.tsx'
import { Problem } from '../page/loading/problem.tsx'
import { useRead } from '../page/loading/use-read.ts'
import { hexLines } from './hex-lines.ts'

const PAGE_BYTES = 512

/** Minimal width for sixteen bytes per line. */
const WIDE = '(min-width: 44rem)'

/** Hex dump of the block, one page at a time. */
export function BlockHex ({ node: { cid, blockBytes } }: { node: ExploredNode }) {
  const [open, setOpen] = useState(false)
  const [start, setStart] = useState(0)
  const { value: block, problem, again } = useRead({
    isWanted: open,
    what: cid,
    read: async (options) => await readBlock(cid, options),
    problemOf: blockProblem
  })
  const last = Math.max(0, Math.ceil(blockBytes / PAGE_BYTES) - 1) * PAGE_BYTES

  const turn = (to: number): void => {
    setStart(Math.min(last, Math.max(0, to)))
  }

  return (
    <details
      onToggle={(event) => {
        setOpen(event.currentTarget.open)
      }}
    >
      <summary>{t('Block bytes')}</summary>
      {block != null && (
        <>
          <pre
            class='code hex'
            tabIndex={0}
            role='region'
            aria-label={t('Bytes in hex')}
          >{hexLines(block, { start, end: start + PAGE_BYTES, perLine: matchMedia(WIDE).matches ? 16 : 8 }).join('\n')}</pre>
          <div class='actions'>
            <span class='facts'>
              {block.length === 0
                ? t('This block is empty.')
                : t('Bytes {start} to {end} of {size}', {
                  start,
                  end: Math.min(block.length, start + PAGE_BYTES) - 1,
                  size: bytes(block.length)
                })}
            </span>
            {last > 0 && (
              <>
                <button
                  type='button'
                  disabled={start === 0}
                  onClick={() => {
                    turn(0)
                  }}
                >
                  {t('First')}
                </button>
                <button
                  type='button'
                  disabled={start === 0}
                  onClick={() => {
                    turn(start - PAGE_BYTES)
                  }}
                >
                  {t('Previous')}
                </button>
                <button
                  type='button'
                  disabled={start === last}
                  onClick={() => {
                    turn(start + PAGE_BYTES)
                  }}
                >
                  {t('Next')}
                </button>
                <button
                  type='button'
                  disabled={start === last}
                  onClick={() => {
                    turn(last)
                  }}
                >
                  {t('Last')}
                </button>
              </>
            )}
            <a
              class='button'
              href={stayHere(
                `${BASE}ipfs/${cid}?format=raw&download=true&filename=${encodeURIComponent(`${cid}.bin`)}`
              )}
            >
              {t('Download this block')}
            </a>
            <RunInConsole line={ranLine('block/get', [cid])} />
          </div>
        </>
      )}
      {problem != null && (
        <Problem problem={problem}>
          <button type='button' onClick={again}>{t('Try again')}</button>
        </Problem>
      )}
    </details>
  )
}
