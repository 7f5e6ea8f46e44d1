import { medianOf } from '../tools/median-of.mjs'
import type { StartCosts } from './measure-start.ts'
import type { StartCost } from './start-cost.ts'

/**
 * Returns the lines of a Markdown table: medians, with the lowest and highest value, and ratios to the empty worker.
 */
export function startTable (costs: StartCosts): string[] {
  const base = costs['empty worker']
  const cell = (starts: readonly StartCost[], what: 'wall' | 'cpu' | 'evaluation'): string => {
    const values = starts.map((start) => start[what])
    return `${medianOf(values).toFixed(1)} (${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)})`
  }
  const ratio = (starts: readonly StartCost[], what: 'wall' | 'cpu'): string =>
    (medianOf(starts.map((start) => start[what])) / medianOf(base.map((start) => start[what]))).toFixed(1)

  return [
    '| Worker stopped → first byte of | CPU, ms | ratio | wall, ms | ratio | evaluation CPU, ms | scripts |',
    '|---|---|---|---|---|---|---|',
    ...Object.entries(costs).map(([name, starts]) =>
      `| ${name} | ${cell(starts, 'cpu')} | ${ratio(starts, 'cpu')} | ${cell(starts, 'wall')} | ${
        ratio(starts, 'wall')
      } | ${cell(starts, 'evaluation')} | ${[...new Set(starts.flatMap(({ scripts }) => scripts))].join(', ')} |`
    )
  ]
}
