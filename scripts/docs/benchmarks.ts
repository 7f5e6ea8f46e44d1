import { medianOf } from '../../bench/tools/median-of.mjs'
import type { SavedResults, SavedRow } from '../../bench/tools/save-results.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December'
]

/** A part of the page that is made from results: `<!-- results NAME -->`, the table, `<!-- end -->`. */
const BLOCK = /(<!-- results ([\w-]+) -->\n)[^]*?(<!-- end -->)/g

/**
 * Returns docs/benchmarks.md with its tables made from the saved results. The text around them is written by hand.
 *
 * @param page - the page as it is
 * @param resultsOf - returns the saved results of a name; undefined if there are none, and the block then says so
 */
export function benchmarksPage (page: string, resultsOf: (name: string) => SavedResults | undefined): string {
  return page.replace(BLOCK, (_, start: string, name: string, end: string) => {
    const results = resultsOf(name)
    return `${start}${results == null ? 'No results are saved yet.\n' : resultsText(results)}${end}`
  })
}

/** Returns when, how and where results were taken, and their table. */
export function resultsText ({ date, command, machine, note, rows = [], table }: SavedResults): string {
  const [year, month, day] = date.split('-').map(Number)
  const runs = Math.max(0, ...rows.flatMap(({ figures }) => Object.values(figures).map(({ length }) => length)))
  const how = note ?? `medians of ${runs} runs, lowest and highest in brackets`
  return `Taken on ${day} ${MONTHS[month - 1]} ${year} with \`${command}\`: ${machine}, ${how}.\n\n${
    markdownTable(table?.heads ?? headsOf(rows), table?.cells ?? rows.map((row) => cellsOf(row, rows)))
  }`
}

function nodesOf (rows: SavedRow[]): string[] {
  return [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))]
}

function headsOf (rows: SavedRow[]): string[] {
  const [own, ...others] = nodesOf(rows)
  return ['', own, ...others.flatMap((other) => [other, 'ratio'])]
}

/** Each ratio is above 1 if the first node is faster. */
function cellsOf ({ name, unit, more, figures }: SavedRow, rows: SavedRow[]): string[] {
  const [own, ...others] = nodesOf(rows)
  const median = medianOf(figures[own] ?? [])
  return [
    `${name}, ${unit}`,
    spread(figures[own]),
    ...others.flatMap((other) => {
      const theirs = medianOf(figures[other] ?? [])
      const ratio = more ? median / theirs : theirs / median
      return [spread(figures[other]), Number.isFinite(ratio) ? ratio.toFixed(2) : '']
    })
  ]
}

function spread (all: number[] | undefined): string {
  if (all == null || all.length === 0) {
    return ''
  }

  const text = (figure: number): string => figure < 100 ? figure.toFixed(1) : Math.round(figure).toLocaleString('en-US')
  return all.length === 1
    ? text(all[0])
    : `${text(medianOf(all))} (${text(Math.min(...all))}–${text(Math.max(...all))})`
}

function markdownTable (heads: string[], cells: string[][]): string {
  return [heads, heads.map(() => '---'), ...cells].map((line, i) =>
    i === 1 ? `|${line.join('|')}|\n` : `| ${line.join(' | ')} |\n`.replaceAll('|  |', '| |')
  ).join('')
}
