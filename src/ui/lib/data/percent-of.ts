/** Progress of one part, with its total. */
export interface Part {
  done: number
  /** 0 if unknown */
  total: number
}

/**
 * Returns the total progress in whole percents, and never 100 while something runs. Parts of unknown size count only if
 * all are unknown: the progress is then unknown too.
 *
 * @returns undefined if nothing runs, `busy` if the progress is unknown
 */
export function percentOf (parts: readonly Part[]): number | 'busy' | undefined {
  const known = parts.filter(({ total }) => total > 0)

  if (known.length === 0) {
    return parts.length === 0 ? undefined : 'busy'
  }

  const done = known.reduce((sum, { done, total }) => sum + Math.min(done, total), 0)
  return Math.min(99, Math.floor(100 * done / known.reduce((sum, { total }) => sum + total, 0)))
}
