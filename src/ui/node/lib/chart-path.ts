/** Size of a chart in its own units. */
export const CHART = { width: 300, height: 60 } as const

/**
 * Returns the SVG path of a line chart. The newest value is at the right edge.
 *
 * @param values - oldest first
 * @param slots - number of values that fill the width
 * @param max - value at the upper edge
 */
export function chartPath (values: readonly number[], { slots, max }: { slots: number; max: number }): string {
  const step = CHART.width / (slots - 1)
  const left = CHART.width - (values.length - 1) * step
  return values.map((value, i) => {
    const [x, y] = [left + i * step, CHART.height * (1 - Math.min(1, value / max))]
    return `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
  }).join('')
}
