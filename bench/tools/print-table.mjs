/**
 * Prints rows in aligned columns: the first two to the left (name and unit), the rest to the right.
 *
 * @param {readonly unknown[]} head
 * @param {ReadonlyArray<readonly unknown[]>} rows
 */
export function printTable (head, rows) {
  const all = [head, ...rows]
  const widths = head.map((_, i) => Math.max(...all.map((row) => String(row[i]).length)))
  const line = (row) =>
    row.map((cell, i) => i < 2 ? String(cell).padEnd(widths[i]) : String(cell).padStart(widths[i])).join('  ')
  console.log(line(head))
  console.log(widths.map((width) => '-'.repeat(width)).join('  '))

  for (const row of rows) {
    console.log(line(row))
  }
}
