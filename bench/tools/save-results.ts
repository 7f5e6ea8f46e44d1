import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

/** One line of a comparison, with the figures of all runs of each node. */
export interface SavedRow {
  name: string
  unit: string
  /** whether more is better */
  more: boolean
  figures: Record<string, number[]>
}

/** Results of one benchmark, from which a table of docs/benchmarks.md is made. */
export interface SavedResults {
  /** day on which they were taken, `YYYY-MM-DD` */
  date: string
  /** command that takes them */
  command: string
  machine: string
  /** runs whose figures are not saved one by one; shown in place of their number */
  note?: string
  rows?: SavedRow[]
  /** a table as it is shown, for benchmarks without rows */
  table?: { heads: string[]; cells: string[][] }
}

/**
 * Saves results for docs/benchmarks.md, in place of the earlier ones of this name. `npm run docs` then writes its
 * table.
 */
export async function saveResults (name: string, rows: SavedRow[]): Promise<void> {
  const folder = new URL('../results/', import.meta.url)
  const browser = execFileSync(process.env.CHROMIUM_PATH ?? 'chromium', ['--version'], { encoding: 'utf8' }).trim()
  const results: SavedResults = {
    date: new Date().toISOString().slice(0, 10),
    command: `npm run bench -- ${process.argv.includes('--full') ? '--full ' : ''}--save`,
    machine: `${availableParallelism()} cores, ${/^\w+ \d+/.exec(browser)?.[0] ?? browser}`,
    rows: rows.map((row) => ({ ...row, figures: rounded(row.figures) }))
  }
  await mkdir(folder, { recursive: true })
  await writeFile(fileURLToPath(new URL(`${name}.json`, folder)), `${JSON.stringify(results, undefined, 2)}\n`)
}

function rounded (figures: SavedRow['figures']): SavedRow['figures'] {
  return Object.fromEntries(
    Object.entries(figures).map(([name, all]) => [name, all.map((figure) => Number(figure.toPrecision(4)))])
  )
}
