/** Rows above and below what is seen that are drawn too, so that a quick scroll shows none that are empty. */
const SPARE = 8

export interface Scroll {
  /** px that are scrolled away, and that are seen */
  top: number
  height: number
}

/** Which rows of a long list have to be drawn. @param spare - fewer, where rows are high. @returns `end` is not among them */
export function visibleRows ({ top, height }: Scroll, rowHeight: number, count: number, spare = SPARE): { first: number, end: number } {
  const first = Math.max(0, Math.floor(top / rowHeight) - spare)
  return { first: Math.min(first, count), end: Math.min(count, Math.ceil((top + height) / rowHeight) + spare) }
}

/** Where the list has to be scrolled to so that a row is seen whole; where it is when it is. */
export function scrollToRow ({ top, height }: Scroll, rowHeight: number, row: number): number {
  return Math.max(Math.min(top, row * rowHeight), (row + 1) * rowHeight - height)
}
