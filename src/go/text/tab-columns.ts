/**
 * Aligns columns of cells by blanks like Go's text/tabwriter. A column is as wide as its widest cell within
 * neighbouring lines that have it. The last cell of a line belongs to no column.
 *
 * @param minWidth - of a column
 * @param padding - blanks after the widest cell
 */
export function tabColumns (lines: string[][], minWidth: number, padding = 1): string {
  const widths = lines.map((): number[] => [])
  const columns = Math.max(0, ...lines.map(({ length }) => length - 1))

  for (let column = 0; column < columns; column++) {
    let block: number[] = []

    for (let i = 0; i <= lines.length; i++) {
      if (i < lines.length && lines[i].length - 1 > column) {
        block.push(i)
      } else {
        const width = Math.max(minWidth, ...block.map((line) => countRunes(lines[line][column]) + padding))
        block.forEach((line) => {
          widths[line].push(width)
        })
        block = []
      }
    }
  }

  return lines.map((cells, i) =>
    `${
      cells.map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[i][column] ?? 0) - countRunes(cell)))).join('')
    }\n`
  ).join('')
}

function countRunes (text: string): number {
  return Array.from(text).length
}
