import type { Job } from '../../../client/index.ts'
import type { Placed } from './picked.ts'

/**
 * Returns whether a failed job of the node was an earlier try of an upload, which the page repeats by itself.
 *
 * @param sinceMs - start of the first try, in milliseconds since 1970
 */
export function isInterrupted (
  { kind, args, asked, state, begun }: Pick<Job, 'kind' | 'args' | 'asked' | 'state' | 'begun'>,
  { name, car, toFiles }: Pick<Placed, 'name' | 'car' | 'toFiles'>,
  sinceMs: number
): boolean {
  if (state !== 'failed' || Date.parse(begun) < sinceMs) {
    return false
  }
  return car === true
    ? kind === 'dag/import' && (args as { name?: string } | null)?.name?.endsWith(`/${name}`) === true
    : kind === 'add' && asked?.['to-files'] === toFiles
}
