const collator = new Intl.Collator('en', { numeric: true })

/**
 * Compares names in natural order: `file 2` before `file 10`, ignoring case. Names that are equal in that order are
 * compared by code unit.
 */
export function naturalOrder (a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}
