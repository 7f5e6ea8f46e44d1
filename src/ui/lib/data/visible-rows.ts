/** Additional rows above and below the visible ones, so that fast scrolling shows no empty rows. */
const SPARE = 8

export interface Scroll {
  /** scrolled and visible px */
  top: number
  height: number
}

/**
 * Returns the range of rows of a long list to render; `end` is exclusive.
 *
 * @param spare - smaller for high rows
 */
export function visibleRows (
  { top, height }: Scroll,
  rowHeight: number,
  count: number,
  spare = SPARE
): { first: number; end: number } {
  const first = Math.max(0, Math.floor(top / rowHeight) - spare)
  return { first: Math.min(first, count), end: Math.min(count, Math.ceil((top + height) / rowHeight) + spare) }
}

/** Returns the scroll position at which a row is fully visible; unchanged if it already is. */
export function scrollToRow ({ top, height }: Scroll, rowHeight: number, row: number): number {
  return Math.max(Math.min(top, row * rowHeight), (row + 1) * rowHeight - height)
}
