import type { LookupSource } from '../../../client/index.ts'
import { areUnreachable } from './are-unreachable.ts'

/**
 * State of a lookup: `asking` while an answer is pending, `away` if none could be
 * reached, `nowhere` if none has the content, or `found` if one knows a copy.
 */
export type LookupOutcome = 'asking' | 'away' | 'nowhere' | 'found'

/** @param sources - places that were asked so far */
export function lookupOutcome (sources: readonly LookupSource[]): LookupOutcome {
  if (sources.some(({ found }) => found > 0)) {
    return 'found'
  }
  if (sources.length === 0 || sources.some(({ state }) => state === 'asking')) {
    return 'asking'
  }
  return areUnreachable(sources) === true ? 'away' : 'nowhere'
}
