const collator = new Intl.Collator(undefined, { numeric: true })

/** Orders names as people count: `file 2` before `file 10`, whatever the case. Names that look the same keep one order. */
export function naturalOrder (a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}
