/** How far something is, of what it is in all. */
export interface Part {
  done: number
  /** 0 where it is not known */
  total: number
}

/**
 * How far all of it is, in whole percents: never 100 while something is under way. What has no known end counts only where nothing has
 * one: then it is under way, and nobody knows how far.
 *
 * @returns undefined where nothing is under way, `busy` where it cannot be said
 */
export function percentOf (parts: readonly Part[]): number | 'busy' | undefined {
  const known = parts.filter(({ total }) => total > 0)

  if (known.length === 0) {
    return parts.length === 0 ? undefined : 'busy'
  }

  const done = known.reduce((sum, { done, total }) => sum + Math.min(done, total), 0)
  return Math.min(99, Math.floor(100 * done / known.reduce((sum, { total }) => sum + total, 0)))
}
