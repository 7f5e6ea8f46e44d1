/**
 * Returns the figures of `storeBench` as lines of a table, beginning with its header.
 *
 * @param {Array<{ size: string, what: string, unit: string, figures: Record<string, number> }>} rows
 * @returns {string[][]}
 */
export function storeTable (rows) {
  const stores = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))]

  return [
    ['size', 'what', 'unit', ...stores],
    ...rows.map(({ size, what, unit, figures }) => [size, what, unit, ...stores.map((store) => format(figures[store]))])
  ]
}

function format (figure) {
  return figure == null ? '-' : figure.toFixed(figure < 100 ? 1 : 0)
}
