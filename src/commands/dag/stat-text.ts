import type { StatSummary } from '../../dag/stat-summary.ts'
import { humanBytes } from '../../go/text/human-bytes.ts'

const BLOCKS_WIDTH = 15

/** Formats the table of Kubo's command line (`core/commands/dag/dag.go`). */
export function statText ({ DagStats, TotalSize, UniqueBlocks, SharedSize, Ratio }: StatSummary): string {
  const rows = DagStats.map(({ Cid, NumBlocks = 0, Size = 0 }) =>
    `${Cid}\t${String(NumBlocks).padEnd(BLOCKS_WIDTH)}\t${Size}\n`
  )
  const head = `${'CID'.padEnd(DagStats[0].Cid.length)}\t${'Blocks'.padEnd(BLOCKS_WIDTH)}\tSize\n`

  return `\n${head}${rows.join('')}\nSummary\n` +
    `Total Size: ${TotalSize} (${humanBytes(TotalSize)})\nUnique Blocks: ${UniqueBlocks}\n` +
    `Shared Size: ${SharedSize} (${humanBytes(SharedSize)})\nRatio: ${Ratio?.toFixed(6) ?? 'NaN'}\n\n\n`
}
