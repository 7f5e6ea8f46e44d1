import type { LookupSource } from '../../../client/index.ts'

/**
 * Returns whether none of the places could be reached.
 *
 * @returns undefined if no place has answered or failed yet
 */
export function areUnreachable (sources: ReadonlyArray<Pick<LookupSource, 'state' | 'failure'>>): boolean | undefined {
  const ended = sources.filter(({ state }) => state !== 'asking')
  return ended.length === 0
    ? undefined
    : ended.every(({ state, failure }) => state === 'failed' && failure === 'failed')
}
