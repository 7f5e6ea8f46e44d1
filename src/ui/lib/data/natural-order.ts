const collator = new Intl.Collator(undefined, { numeric: true })

/**
 * Compares names in natural order: `file 2` before `file 10`, case-insensitively. Names that compare equal still have a
 * stable order.
 */
export function naturalOrder (a: string, b: string): number {
  return collator.compare(a, b) || Number(a > b) - Number(a < b)
}
